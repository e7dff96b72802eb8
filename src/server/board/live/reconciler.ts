/**
 * Reconciles the followed wards with the database at an interval. Updates that the bus has lost, and changes that
 * were made without it, reach the viewers this way.
 */
import type { Database } from '../../database/database.ts';
import { createHealthTracker } from '../../shared/health-tracker.ts';
import { toLogEvent } from '../../shared/recent-events.ts';

export const reconcileIntervalMs = 2_000;
/** The interval after a failure is shorter, so that the gap between two short failures is noticed. */
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
  /** The time in milliseconds of a clock that never jumps. */
  readonly elapsed?: () => number;
}) {
  const health = createHealthTracker({ elapsed, isRetried: true });
  /** The version of external writes at the last successful reconciliation. Undefined: the database does not tell. */
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
      const details = { ...toLogEvent('database-away'), err: error };
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
    /** Whether the last attempt failed, so that the boards may miss updates. */
    isFailing: health.isFailing,
    /** Whether all attempts of the last ten seconds failed, so that the boards may show wrong information. */
    hasOutage: health.hasOutage,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
