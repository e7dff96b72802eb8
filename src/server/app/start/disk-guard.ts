/** Keeps the boards readable when the disk of the embedded database is full. */
import type { Database } from '../../database/database.ts';
import {
  freeDiskBytes,
  isSpaceShort,
  makeReserve,
  deleteReserve,
  writableBytes,
} from '../../database/sqlite/reserve-file.ts';
import type { ReceiveReports } from '../../intake/ingest-items.ts';
import { serverEvent } from '../../shared/recent-events.ts';
import { retryLater } from '../../shared/retry-later.ts';
import type { DiskFullOptions } from './disk-full-warning.ts';

const checkIntervalMs = 1_000;

export interface DiskGuardOptions {
  readonly database: Pick<Database, 'query' | 'isFull'>;
  /** The SQLite file. */
  readonly file: string;
  readonly receive: ReceiveReports;
  readonly log: DiskFullOptions['log'];
  /** For tests: the free space of the disk. */
  readonly freeBytes?: () => number;
}

export type DiskGuard = ReturnType<typeof createDiskGuard>;

/**
 * While the disk is full, reports are refused and the reserve is deleted. Its space is then available for sign-ins and
 * for `prune`. Reports would fill it within hours.
 */
export function createDiskGuard(options: DiskGuardOptions) {
  const { database, file, receive, log, freeBytes = () => freeDiskBytes(file) } = options;
  let isFull = false;
  let timer: NodeJS.Timeout | undefined;

  function startRefusing(details: object): void {
    deleteReserve(file);
    if (isFull) return;
    isFull = true;
    log.error(
      { ...details, ...serverEvent('disk-full', file) },
      `The disk of ${file} is full: reports are refused until there is free space`,
    );
  }

  function stopRefusing(): void {
    if (!isFull) return;
    isFull = false;
    log.warn(serverEvent('disk-free', file), `The disk of ${file} has free space again: reports are stored`);
  }

  async function check(): Promise<void> {
    const free = freeBytes();
    const writable = await writableBytes(database, free);
    if (isSpaceShort(file, writable)) return startRefusing({ writableBytes: writable });
    stopRefusing();
    makeReserve(file, free);
  }

  const guarded: ReceiveReports = async (items, sender) => {
    if (isFull) throw retryLater('unavailable', 'The disk of the server is full. Send it again.');
    try {
      return await receive(items, sender);
    } catch (error) {
      // The receiver wraps the error of the database as the cause of its own error.
      if (database.isFull(error instanceof Error ? (error.cause ?? error) : error)) startRefusing({ err: error });
      throw error;
    }
  };

  return {
    receive: guarded,
    isFull: () => isFull,
    check,
    /** Checks the disk at an interval until `stop`. */
    start: () => {
      timer = setInterval(() => {
        check().catch((error: unknown) => log.warn({ err: error }, 'the free disk space cannot be read'));
      }, checkIntervalMs).unref();
    },
    stop: () => clearInterval(timer),
  };
}
