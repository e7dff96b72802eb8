/**
 * Reconciles the followed wards with the database at an interval. Updates that the bus has lost, and changes that
 * were made without it, reach the viewers this way.
 */
import type { Database } from '../../database/database.ts';
import { createHealthTracker } from '../../shared/health-tracker.ts';
import { serverEvent } from '../../shared/recent-events.ts';

export const reconcileIntervalMs = 2_000;
/** Shorter than the interval, so that the gap between two short failures is noticed. */
const retryIntervalMs = 500;

export function startReconciler({
  database,
  reconcile,
  log,
  elapsed = () => performance.now(),
}: {
  readonly database: Pick<Database, 'externalWriteVersion'>;
  readonly reconcile: () => Promise<void>;
  readonly log: { warn(details: object, message: string): void };
  /** Milliseconds of a clock that never jumps. */
  readonly elapsed?: () => number;
}) {
  const health = createHealthTracker({ elapsed, isRetried: true });
  /** What the last successful reconciliation has read. */
  let reconciledVersion = database.externalWriteVersion();
  let hasFailed = false;
  let isClosed = false;
  let timer: NodeJS.Timeout;

  async function attempt(): Promise<void> {
    const startedAt = elapsed();
    try {
      const version = database.externalWriteVersion();
      if (version === undefined || version !== reconciledVersion) await reconcile();
      reconciledVersion = version;
      hasFailed = false;
      health.succeeded();
    } catch (error) {
      const details = { ...serverEvent('database-away'), err: error };
      if (!hasFailed) log.warn(details, 'the wards cannot be read from the database');
      hasFailed = true;
      health.failed(startedAt);
    }
    if (!isClosed) schedule();
  }

  function schedule(): void {
    timer = setTimeout(() => void attempt(), hasFailed ? retryIntervalMs : reconcileIntervalMs).unref();
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
