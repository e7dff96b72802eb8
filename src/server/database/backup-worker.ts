/** A thread that makes one verified backup, so that the event loop does not wait for the copy. Its message is the result. */
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { errorMessage } from '../shared/error-message.ts';
import { backUpSqlite } from './maintenance/backup-sqlite.ts';

const { from, to } = z.parse(z.object({ from: z.string(), to: z.string() }), workerData);

try {
  const { rowCounts } = await backUpSqlite(from, to, () => undefined);
  parentPort?.postMessage({ rowCounts });
} catch (error) {
  parentPort?.postMessage({ failure: errorMessage(error) });
}
