/**
 * Reads the watched wards from the database again and again: what the bus has lost, and what was changed
 * without it, reaches the viewers all the same.
 */
import type { Bus } from '../../bus/bus.ts';
import type { Database } from '../../database/database.ts';
import { createHealthTracker } from '../../shared/health-tracker.ts';

export interface ReconcilerOptions {
  readonly database: Pick<Database, 'hasExternalWrites'>;
  readonly bus: Pick<Bus, 'onReconnect'>;
  /** Reads all that is watched, and hands on what nobody was told of. */
  readonly read: () => Promise<void>;
  readonly log: { warn(details: object, message: string): void };
  /** Milliseconds. */
  readonly everyMs?: number;
  /** Milliseconds of a clock that is never set. */
  readonly elapsed?: () => number;
}

export interface Reconciler {
  /** The last reading failed: whether boards are right is not known now. */
  isInDoubt(): boolean;
  /** For some time nothing could be read: what boards show may be wrong. */
  isFailing(): boolean;
  close(): void;
}

export const reconcileIntervalMs = 2_000;
/** After a reading that failed: of several short outages in a row each shall be seen to end. */
const retryAfterMs = 500;

export function startReconciler(options: ReconcilerOptions): Reconciler {
  const { database, bus, read, log, everyMs = reconcileIntervalMs, elapsed = () => performance.now() } = options;
  const health = createHealthTracker({ elapsed, isRetried: true });
  let timer: NodeJS.Timeout | undefined;
  let isReading = false;
  let isAgain = false;
  let isWanted = false;
  let isClosed = false;
  let isFailing = false;

  function later(): void {
    const pauseMs = isFailing ? Math.min(everyMs, retryAfterMs) : everyMs;
    if (!isClosed) timer = setTimeout(() => void look(), pauseMs).unref();
  }

  async function look(): Promise<void> {
    clearTimeout(timer);
    isReading = true;
    const began = elapsed();
    try {
      if ((await database.hasExternalWrites()) || isWanted) {
        isWanted = false;
        await read();
      }
      isFailing = false;
      health.succeeded();
    } catch (error) {
      // Another try is to come: until one has succeeded nothing is known to be right.
      isWanted = true;
      if (!isFailing) log.warn({ err: error }, 'watched wards cannot be read from the database');
      isFailing = true;
      health.failed(began);
    }
    isReading = false;
    if (isAgain) again();
    else later();
  }

  function again(): void {
    isAgain = isReading;
    isWanted = true;
    if (!isReading && !isClosed) void look();
  }

  const unsubscribe = bus.onReconnect(again);
  later();
  return {
    isInDoubt: health.isFailing,
    isFailing: health.hasOutage,
    close: () => {
      isClosed = true;
      unsubscribe();
      clearTimeout(timer);
    },
  };
}
