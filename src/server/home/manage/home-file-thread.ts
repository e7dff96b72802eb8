/** Reads and writes home files in threads, so that the event loop does not wait: the YAML of 10,000 rooms takes a second. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import { fieldProblem, errorOptionsOf } from '../../shared/reason.ts';
import { retryLater } from '../../shared/retry-later.ts';
import { threadFileOf } from '../../shared/thread-files.ts';
import type { HomeFileResult, HomeFileTask } from './home-file-task.ts';

const script = threadFileOf('home/home-file-worker');
/** The maximum memory of a thread. A file that needs more is refused, and the server keeps running. */
const defaultMaxHeapMb = 400;
const defaultMaxTaskMs = 10_000;
/** The maximum number of threads. Each may need 200 MiB. */
const maxTasks = 4;

/** This schema accepts any object, because both ends of the thread are this program. */
const Answer = z.custom<HomeFileResult>((value) => typeof value === 'object' && value !== null);

/**
 * Runs a task in a thread. `person`: the subject of the user. A user has one file at a time, so that one user with slow
 * files does not block others. Throws AppError `unavailable` when the user or too many users have a running task.
 */
export type RunHomeFileTask = (person: string, task: HomeFileTask) => Promise<HomeFileResult>;

export function createHomeFileThreads({
  maxTaskMs = defaultMaxTaskMs,
  maxHeapMb = defaultMaxHeapMb,
} = {}): RunHomeFileTask {
  const people = new Set<string>();
  return async (person, task) => {
    if (people.has(person) || people.size >= maxTasks) throw retryLater('unavailable', errorOptionsOf('files-waiting'));
    people.add(person);
    const worker = new Worker(script, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
    // After the timeout a thread can still run out of memory. Without a listener this error would end the server.
    worker.on('error', () => undefined);
    const timeout = AbortSignal.timeout(maxTaskMs);
    try {
      // `once` rejects when the thread emits an error event.
      const messages: unknown[] = await once(worker, 'message', { signal: timeout });
      return Answer.parse(messages[0]);
    } catch (error) {
      if (timeout.aborted) return { problems: [fieldProblem('', 'too-slow')] };
      if (!isOutOfMemory(error)) throw error;
      return { problems: [fieldProblem('', 'too-much-memory')] };
    } finally {
      people.delete(person);
      await worker.terminate();
    }
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
