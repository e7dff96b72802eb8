/**
 * Reconciles the followed wards with the database at an interval. Updates that the bus has lost, and changes that
 * were made without it, reach the viewers this way.
 */
import type { Database } from '../../database/database.ts';
import { createHealthTracker } from '../../shared/health-tracker.ts';

export const reconcileIntervalMs = 2_000;
/** Shorter than the interval, so that the gap between two short failures is noticed. */
const retryIntervalMs = 500;

export function startReconciler({
  database,
  reconcile,
  log,
  elapsed = () => performance.now(),
}: {
  readonly database: Pick<Database, 'hasExternalWrites'>;
  readonly reconcile: () => Promise<void>;
  readonly log: { warn(details: object, message: string): void };
  /** Milliseconds of a clock that never jumps. */
  readonly elapsed?: () => number;
}) {
  const health = createHealthTracker({ elapsed, isRetried: true });
  /** The last attempt has failed. The next one reconciles even if no other process has written. */
  let isOverdue = false;
  let isClosed = false;
  let timer: NodeJS.Timeout;

  async function attempt(): Promise<void> {
    const startedAt = elapsed();
    try {
      if ((await database.hasExternalWrites()) || isOverdue) await reconcile();
      isOverdue = false;
      health.succeeded();
    } catch (error) {
      if (!isOverdue) log.warn({ err: error }, 'the wards cannot be read from the database');
      isOverdue = true;
      health.failed(startedAt);
    }
    if (!isClosed) schedule();
  }

  function schedule(): void {
    timer = setTimeout(() => void attempt(), isOverdue ? retryIntervalMs : reconcileIntervalMs).unref();
  }

  schedule();
  return {
    /** The last attempt failed, so the boards may miss updates. */
    isFailing: health.isFailing,
    /** All attempts of the last ten seconds failed. The boards may show wrong information. */
    hasOutage: health.hasOutage,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
