/** Runs the checkpoints of the server's SQLite file in a thread of their own, when the WAL has grown. */
import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { serverFile } from '../../shared/server-files.ts';
import type { ConnectionLock } from './connection-lock.ts';
import { freeDiskBytes } from './reserve-file.ts';

/** 16 MiB. Most pages are written many times, and a checkpoint writes each of them once. */
export const checkpointAbovePages = 4_096;
/** 4 MiB. On a full disk the WAL needs this space beside the file (reserve-file.ts). */
export const checkpointAbovePagesOnFullDisk = 1_024;
const ampleFreeBytes = 64 * 1024 ** 2;
/** Counting the pages costs as much as some statements. */
const minCheckIntervalMs = 100;
/** A thread needs 15 MiB. It ends when it had nothing to do for this long. */
const idleTimeoutMs = 30_000;

const checkpointWorker = serverFile(`database/checkpoint-worker${extname(import.meta.url)}`);

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
  const { file, lock, countPages, script = checkpointWorker, freeBytes = () => freeDiskBytes(file) } = options;
  let worker: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let nextCheckAt = 0;
  /** What the last checkpoint could not copy. */
  let keptPages = 0;

  async function checkpoint(): Promise<void> {
    const current = (worker ??= startWorker(script, file));
    current.ref();
    current.postMessage('checkpoint');
    // What prevented the checkpoint is ignored: the WAL grows until one succeeds.
    if (await isAnswered(current)) current.unref();
    else worker = undefined;
  }

  async function run(): Promise<void> {
    clearTimeout(idleTimer);
    await checkpoint();
    // Under load the WAL has grown meanwhile. SQLite starts it over only when all of it is in the file, so the rest
    // follows while nothing is written.
    await lock.run(checkpoint);
    // A long read, such as a backup, or a full disk can keep pages in the WAL.
    keptPages = countPages();
    idleTimer = setTimeout(() => void endWorker(), idleTimeoutMs).unref();
  }

  function isDue(): boolean {
    const pages = countPages() - keptPages;
    if (pages <= checkpointAbovePagesOnFullDisk) return false;
    return pages > checkpointAbovePages || freeBytes() < ampleFreeBytes;
  }

  async function endWorker(): Promise<void> {
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  }

  return {
    /** To be called after commits. */
    check: (): void => {
      const now = performance.now();
      if (running !== undefined || now < nextCheckAt) return;
      nextCheckAt = now + minCheckIntervalMs;
      if (isDue()) running = run().finally(() => (running = undefined));
    },
    close: async (): Promise<void> => {
      await running;
      clearTimeout(idleTimer);
      await endWorker();
    },
  };
}

/** Whether the thread answers. It ends instead when it cannot start, or when it has no memory. */
async function isAnswered(worker: Worker): Promise<boolean> {
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
