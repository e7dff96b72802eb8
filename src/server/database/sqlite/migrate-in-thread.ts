import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import { OperatorError } from '../../shared/operator-error.ts';
import { threadFileOf } from '../../shared/thread-files.ts';
import type { MigrationStep } from '../database.ts';

const script = threadFileOf('database/migrate-worker');

const Message = z.union([
  z.object({ step: z.number(), count: z.number() }),
  z.object({ failure: z.string() }),
  z.literal('done'),
]);

/**
 * Migrates a SQLite file in a thread of its own. A statement can take minutes, and on the main thread it would keep the
 * server from showing the progress. Throws OperatorError.
 */
export async function migrateInThread(file: string, onStep?: (step: MigrationStep) => void): Promise<void> {
  const worker = new Worker(script, { workerData: file });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  worker.once('error', reject);
  worker.on('message', (sent) => {
    const message = z.parse(Message, sent);
    if (message === 'done') resolve();
    else if ('failure' in message) reject(new OperatorError(message.failure));
    else onStep?.(message);
  });
  try {
    await promise;
  } finally {
    await worker.terminate();
  }
}
