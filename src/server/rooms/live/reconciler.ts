/**
 * Reconciles the followed wards with the database at an interval. Updates that the bus has lost, and changes that
 * were made without it, reach the viewers this way.
 */
import type { Bus } from '../../bus/bus.ts';
import type { Database } from '../../database/database.ts';
import { createHealthTracker } from '../../shared/health-tracker.ts';

export interface ReconcilerOptions {
  readonly database: Pick<Database, 'hasExternalWrites'>;
  readonly bus: Pick<Bus, 'onReconnect'>;
  readonly reconcile: () => Promise<void>;
  readonly log: { warn(details: object, message: string): void };
  /** Milliseconds of a clock that never jumps. */
  readonly elapsed?: () => number;
}

export interface Reconciler {
  /** The last attempt failed. Nobody knows whether the boards are right. */
  isFailing(): boolean;
  /** All attempts of the last ten seconds failed. The boards may show wrong information. */
  hasOutage(): boolean;
  close(): void;
}

export const reconcileIntervalMs = 2_000;
/** Shorter than the interval, so that the gap between two short failures is noticed. */
const retryIntervalMs = 500;

export function startReconciler(options: ReconcilerOptions): Reconciler {
  const { database, bus, reconcile, log, elapsed = () => performance.now() } = options;
  const health = createHealthTracker({ elapsed, isRetried: true });
  const closing = new AbortController();
  /** The bus was reconnected, so reconcile at once. */
  let isRequested = false;
  /** An earlier attempt failed, so reconcile even if nobody has written since. */
  let isOverdue = false;
  let wake = () => {};

  async function attempt(): Promise<void> {
    const startedAt = elapsed();
    const isForced = isRequested || isOverdue;
    isRequested = false;
    try {
      if ((await database.hasExternalWrites()) || isForced) await reconcile();
      isOverdue = false;
      health.succeeded();
    } catch (error) {
      if (!isOverdue) log.warn({ err: error }, 'the wards cannot be read from the database');
      isOverdue = true;
      health.failed(startedAt);
    }
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, isOverdue ? retryIntervalMs : reconcileIntervalMs).unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      if (!isRequested) await pause();
      if (!closing.signal.aborted) await attempt();
    }
  }

  const unsubscribe = bus.onReconnect(() => {
    isRequested = true;
    wake();
  });
  void run();
  return {
    isFailing: health.isFailing,
    hasOutage: health.hasOutage,
    close: () => {
      closing.abort();
      unsubscribe();
      wake();
    },
  };
}
