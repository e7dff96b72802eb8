/** Says in words that the disk is full, and when that is over: once each, however many reports are refused for it. */
import type { Database } from '../../database/database.ts';
import type { ReceiveReports } from '../../intake/ingest-items.ts';

export interface DiskFullOptions {
  readonly database: Pick<Database, 'isFull'>;
  /** Where the data are. */
  readonly place: string;
  readonly log: {
    error(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
  /** Milliseconds of a clock that is never set. */
  readonly elapsed?: () => number;
}

/** What needs no room may be stored in between. Milliseconds. */
const overAfterMs = 10_000;

export function warnWhenDiskIsFull(receive: ReceiveReports, options: DiskFullOptions): ReceiveReports {
  const { database, place, log, elapsed = () => performance.now() } = options;
  // Who stores says that it cannot be done now, and names what the database said as the cause.
  const isFull = (error: unknown) => database.isFull(error instanceof Error ? (error.cause ?? error) : error);
  let failedAt: number | undefined;
  return async (items, sender) => {
    try {
      const outcomes = await receive(items, sender);
      const isStored = outcomes.some(({ outcome }) => outcome === 'accepted');
      if (isStored && failedAt !== undefined && elapsed() - failedAt >= overAfterMs) {
        failedAt = undefined;
        log.warn({}, `The disk of ${place} has room again: reports are stored`);
      }
      return outcomes;
    } catch (error) {
      if (isFull(error)) {
        if (failedAt === undefined) {
          log.error({ err: error }, `The disk of ${place} is full: nothing is stored until there is room`);
        }
        failedAt = elapsed();
      }
      throw error;
    }
  };
}
