/**
 * A thread that migrates a SQLite file, whose path it receives. It posts each step, and at the end `done` or a failure.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { errorMessageOf } from '../shared/error-message.ts';
import { OperatorError } from '../shared/operator-error.ts';
import { openSqliteDatabase } from './sqlite/database-sqlite.ts';

/**
 * How long the migration waits for another process. A command such as `prune` that was started before the server may
 * still write.
 */
const busyTimeoutMs = 60_000;

try {
  const database = await openSqliteDatabase({ file: String(workerData), isShared: true, busyTimeoutMs });
  try {
    await database.migrate((step) => parentPort?.postMessage(step));
  } finally {
    await database.close();
  }
  parentPort?.postMessage('done');
} catch (error) {
  const reason = errorMessageOf(error);
  const failure = error instanceof OperatorError ? reason : `The data could not be updated: ${reason}`;
  parentPort?.postMessage({ failure });
}
