/**
 * A thread that makes one verified backup without secrets, so that the event loop does not wait for the copy. It posts
 * the result as its only message.
 */
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { errorMessageOf } from '../shared/error-message.ts';
import { backUpSqlite } from './backup-sqlite.ts';

const Options = z.object({ from: z.string(), to: z.string() });

try {
  const { rowCounts } = await backUpSqlite({ ...z.parse(Options, workerData), hasSecrets: false });
  parentPort?.postMessage({ rowCounts });
} catch (error) {
  parentPort?.postMessage({ failure: errorMessageOf(error) });
}
