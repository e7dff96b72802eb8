/**
 * Runs reads of the history in a thread. A year of figures takes a quarter of a second of the processor, the night of a
 * room 10 ms, and reports must not wait for it.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import type { Database } from '../database/database.ts';
import { type ReadTask, runHere, type RunReadTask } from '../database/read-task.ts';
import { threadFileOf } from '../shared/thread-files.ts';
import { nameOfTask, type ReadAnswer, type ReadCall } from './read-tasks.ts';

const script = threadFileOf('app/read-worker');
/** The maximum memory of the thread. A task that needs more ends the thread, and the server keeps running. */
const defaultMaxHeapMb = 512;

/** This schema accepts any object, because both ends of the thread are this program. */
const Answer = z.custom<ReadAnswer>((value) => typeof value === 'object' && value !== null);

interface Thread {
  readonly run: (name: string, request: unknown) => Promise<ReadAnswer>;
  readonly close: () => Promise<void>;
}

export interface ReadThread {
  readonly run: RunReadTask;
  close(): Promise<void>;
}

/**
 * The thread starts at the first call. A database that only this thread can open, such as one in memory, is read here.
 * So is a task that failed in the thread: its error is then the same as without a thread.
 */
export function createReadThread(
  database: Database,
  log: Pick<FastifyBaseLogger, 'warn'>,
  { maxHeapMb = defaultMaxHeapMb } = {},
): ReadThread {
  const { address } = database;
  const readHere = runHere(database);
  let thread: Thread | undefined;

  async function run<Request>(task: ReadTask<Request>, request: Request): Promise<Buffer> {
    if (address === undefined) return readHere(task, request);
    thread ??= startThread(address, maxHeapMb, () => {
      thread = undefined;
    });
    const answer = await thread.run(nameOfTask(task), request);
    if ('bytes' in answer) return Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength);
    log.warn({ reason: answer.failure }, 'a read of the history failed in its thread, and is repeated outside of it');
    return readHere(task, request);
  }

  return { run, close: async () => thread?.close() };
}

function startThread(address: NonNullable<Database['address']>, maxHeapMb: number, onEnd: () => void): Thread {
  const worker = new Worker(script, { workerData: address, resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
  const waiting = new Map<number, PromiseWithResolvers<ReadAnswer>>();
  let callCount = 0;
  worker.on('message', (message: unknown) => {
    const answer = Answer.parse(message);
    waiting.get(answer.id)?.resolve(answer);
    waiting.delete(answer.id);
  });
  const fail = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    onEnd();
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the thread of reads has ended')));
  return {
    run: (name, request) => {
      const id = (callCount += 1);
      const call = Promise.withResolvers<ReadAnswer>();
      waiting.set(id, call);
      worker.postMessage({ id, name, request } satisfies Record<keyof ReadCall, unknown>);
      return call.promise;
    },
    close: async () => {
      const ended = once(worker, 'exit');
      worker.postMessage(null);
      await ended;
    },
  };
}
