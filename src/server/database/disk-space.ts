/** Detects that the disk of the database is full, and keeps the boards of the embedded database readable. */
import type { IngestOutcome } from '../../domain/ingest/incoming.ts';
import { toLogEvent } from '../shared/recent-events.ts';
import { retryLater } from '../shared/retry-later.ts';
import type { Database } from './database.ts';
import { deleteReserve, readFreeBytes, isSpaceLow, createReserve, countWritableBytes } from './sqlite/reserve-file.ts';

export interface DiskSpaceOptions {
  readonly database: Pick<Database, 'query' | 'isFull'>;
  /** The SQLite file. Undefined: the data are in PostgreSQL. */
  readonly file: string | undefined;
  /** The name of the database in log messages. */
  readonly place: string;
  readonly log: {
    error(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
  /** For tests: the free space of the disk. */
  readonly freeBytes?: (file: string) => number;
  /** Returns milliseconds of a monotonic clock. */
  readonly elapsed?: () => number;
}

export type DiskSpace = ReturnType<typeof createDiskSpace>;

const checkIntervalMs = 1_000;
/**
 * How long the disk of PostgreSQL counts as full after an error. A single small report can be stored on a full disk, so
 * a success does not prove that there is space.
 */
const recoveryMs = 10_000;

export function createDiskSpace(options: DiskSpaceOptions) {
  const { database, file, place, log, freeBytes = readFreeBytes, elapsed = () => performance.now() } = options;
  let isFull = false;
  let lastFailedAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  function startedFull(details: object): void {
    if (file !== undefined) deleteReserve(file);
    if (isFull) return;
    isFull = true;
    const message = `The disk of ${place} is full: reports are refused until there is free space`;
    log.error({ ...details, ...toLogEvent('disk-full', place) }, message);
  }

  function endedFull(): void {
    if (!isFull) return;
    isFull = false;
    log.warn(toLogEvent('disk-free', place), `The disk of ${place} has free space again: reports are stored`);
  }

  /**
   * Checks the free space. While the disk is full, reports are refused and the reserve is deleted, so that sign-ins and
   * `prune` have space. Reports would fill this space within hours.
   */
  async function check(): Promise<void> {
    if (file === undefined) return;
    const free = freeBytes(file);
    const writable = await countWritableBytes(database, free);
    if (isSpaceLow(file, writable)) return startedFull({ writableBytes: writable });
    endedFull();
    createReserve(file, free);
  }

  const mustRefuse = () => isFull && file !== undefined;

  return {
    /** Whether reports are refused because the disk is full. */
    isFull: mustRefuse,
    /** Throws AppError `unavailable` while reports are refused. */
    requireSpace: (): void => {
      if (mustRefuse()) throw retryLater('unavailable', 'The disk of the server is full. Send it again.');
    },
    /** Call it with the error of a failed transaction. */
    failed: (error: unknown): void => {
      if (!database.isFull(error)) return;
      lastFailedAt = elapsed();
      startedFull({ err: error });
    },
    /**
     * Call it with what was stored. The free space of PostgreSQL is not known, so a stored report is the sign that
     * there is space.
     */
    stored: (outcomes: readonly IngestOutcome[]): void => {
      if (!isFull || file !== undefined || elapsed() - lastFailedAt < recoveryMs) return;
      if (outcomes.some(({ outcome }) => outcome === 'accepted')) endedFull();
    },
    check,
    /** Checks the disk now and at an interval until `stop`. */
    start: async (): Promise<void> => {
      await check();
      timer = setInterval(() => {
        check().catch((error: unknown) => log.warn({ err: error }, 'the free disk space cannot be read'));
      }, checkIntervalMs).unref();
    },
    stop: () => clearInterval(timer),
  };
}
