import type { Database } from '../../database/database.ts';
import type { ReceiveReports } from '../../intake/ingest-items.ts';
import { serverEvent } from '../../shared/recent-events.ts';

export interface DiskFullOptions {
  readonly database: Pick<Database, 'isFull'>;
  /** The database, for the message. */
  readonly place: string;
  readonly log: {
    error(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
  /** Milliseconds of a monotonic clock. */
  readonly monotonic?: () => number;
}

/** On a full disk a small report can sometimes be stored. The disk counts as full for this time after each failure. */
const recoveryMs = 10_000;

/** Logs once when reports are refused because the disk is full, and once when reports are stored again. */
export function warnWhenDiskIsFull(receive: ReceiveReports, options: DiskFullOptions): ReceiveReports {
  const { database, place, log, monotonic = () => performance.now() } = options;
  // The receiver throws an error of its own, with the error of the database as its cause.
  const isFull = (error: unknown) => database.isFull(error instanceof Error ? (error.cause ?? error) : error);
  let lastFailedAt: number | undefined;
  return async (items, sender) => {
    try {
      const outcomes = await receive(items, sender);
      const isStored = outcomes.some(({ outcome }) => outcome === 'accepted');
      if (isStored && lastFailedAt !== undefined && monotonic() - lastFailedAt >= recoveryMs) {
        lastFailedAt = undefined;
        log.warn(serverEvent('disk-free', place), `The disk of ${place} has free space again: reports are stored`);
      }
      return outcomes;
    } catch (error) {
      if (isFull(error)) {
        if (lastFailedAt === undefined) {
          const details = { ...serverEvent('disk-full', place), err: error };
          log.error(details, `The disk of ${place} is full: reports are refused until there is free space`);
        }
        lastFailedAt = monotonic();
      }
      throw error;
    }
  };
}
