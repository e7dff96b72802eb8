/** Runs the checkpoints of the server's SQLite file in a thread of their own, when the WAL has grown. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { threadFileOf } from '../../shared/thread-files.ts';
import type { ConnectionLock } from './connection-lock.ts';
import { readFreeBytes } from './reserve-file.ts';

/**
 * Starts a checkpoint above this size of the WAL, 16 MiB. A larger WAL needs fewer writes: most pages change many
 * times, and a checkpoint writes each page once.
 */
export const minCheckpointPages = 4_096;
/** The limit of the WAL in pages on a full disk, 4 MiB: reserve-file.ts keeps this space free for the WAL. */
export const minCheckpointPagesOnFullDisk = 1_024;
const ampleFreeBytes = 64 * 1024 ** 2;
/** The minimum time between two counts of the pages of the WAL. A count costs as much as some statements. */
const minCheckIntervalMs = 100;

const checkpointWorker = threadFileOf('database/checkpoint-worker');

interface CheckpointOptions {
  readonly file: string;
  readonly lock: ConnectionLock;
  /** The number of pages in the WAL that are not in the file yet. */
  readonly countPages: () => number;
  /** For tests: replaces the script of the thread. */
  readonly script?: URL;
  /** The free space of the disk. */
  readonly freeBytes?: () => number;
}

export function createCheckpoints(options: CheckpointOptions) {
  const { file, lock, countPages, script = checkpointWorker, freeBytes = () => readFreeBytes(file) } = options;
  let worker: Worker | undefined;
  let running: Promise<void> | undefined;
  let nextCheckAt = 0;
  /** The number of pages that the last checkpoint could not copy. */
  let keptPages = 0;

  async function checkpoint(): Promise<void> {
    const current = (worker ??= startWorker(script, file));
    current.ref();
    current.postMessage('checkpoint');
    // An error of the checkpoint is ignored: the WAL grows until a later one succeeds.
    if (await hasPostedResult(current)) current.unref();
    else worker = undefined;
  }

  async function run(): Promise<void> {
    await checkpoint();
    // Under load the WAL has grown during the checkpoint. SQLite restarts the WAL only when the file contains all of
    // it, so a second checkpoint runs while nothing is written.
    await lock.run(checkpoint);
    // A long read, such as a backup, or a full disk can keep pages in the WAL, so they are not counted next time.
    keptPages = countPages();
  }

  function isDue(): boolean {
    const pages = countPages() - keptPages;
    if (pages <= minCheckpointPagesOnFullDisk) return false;
    return pages > minCheckpointPages || freeBytes() < ampleFreeBytes;
  }

  return {
    /** Starts a checkpoint if the WAL is large enough. Call it after commits. */
    check: (): void => {
      const now = performance.now();
      if (running !== undefined || now < nextCheckAt) return;
      nextCheckAt = now + minCheckIntervalMs;
      if (isDue()) running = run().finally(() => (running = undefined));
    },
    close: async (): Promise<void> => {
      await running;
      await worker?.terminate();
    },
  };
}

/**
 * Waits for the message of the thread. Returns false if the thread ended, because it could not start or had no memory.
 */
async function hasPostedResult(worker: Worker): Promise<boolean> {
  const settled = new AbortController();
  const { signal } = settled;
  try {
    return await Promise.race([
      once(worker, 'message', { signal }).then(() => true),
      once(worker, 'exit', { signal }).then(() => false),
    ]);
  } catch {
    return false;
  } finally {
    settled.abort();
  }
}

function startWorker(script: URL, file: string): Worker {
  const worker = new Worker(script, { workerData: file });
  // NOTE: without a listener an error of the thread would end the process.
  worker.on('error', () => undefined);
  worker.unref();
  return worker;
}
