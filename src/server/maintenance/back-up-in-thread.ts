import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import { OperatorError } from '../shared/operator-error.ts';
import { threadFileOf } from '../shared/thread-files.ts';
import type { BackupOptions } from './backup-sqlite.ts';

const script = threadFileOf('maintenance/backup-worker');

const Result = z.union([z.object({ rowCounts: z.record(z.string(), z.number()) }), z.object({ failure: z.string() })]);

/**
 * Makes a backup without secrets in a thread of its own. Resolves with the number of rows by table. Throws OperatorError.
 */
export async function backUpInThread(
  options: Pick<BackupOptions, 'from' | 'to'>,
): Promise<Readonly<Record<string, number>>> {
  const worker = new Worker(script, { workerData: options });
  try {
    const result = z.parse(Result, (await once(worker, 'message'))[0]);
    if ('failure' in result) throw new OperatorError(result.failure);
    return result.rowCounts;
  } finally {
    await worker.terminate();
  }
}
