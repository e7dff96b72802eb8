/**
 * The only way to change a stream. The domain decides what a message changes; one transaction stores it; the update is
 * published on the bus after the commit, and the sender is answered when the commit is on disk.
 */
import type { AlertTransition } from '../../../domain/alerts/alert.ts';
import type { Incoming, Outcome } from '../../../domain/ingest/incoming.ts';
import { clockToleranceMs } from '../../../domain/ingest/report-time.ts';
import type { Bus } from '../../bus/bus.ts';
import type { Database } from '../../database/database.ts';
import { retryOnConflict } from '../../database/retry-on-conflict.ts';
import type { AppError } from '../../shared/app-error.ts';
import { createGroupCommit } from '../../shared/group-commit.ts';
import { createHealthTracker } from '../../shared/health-tracker.ts';
import { retryLater } from '../../shared/retry-later.ts';
import type { Delivery, Sender } from './ingest-batch.ts';
import { storeDeliveries } from './store-deliveries.ts';

export type ReportReceiver = ReturnType<typeof createReportReceiver>;

export interface ReportReceiverOptions {
  readonly database: Database;
  readonly bus: Bus;
  readonly now: () => number;
  /** Called after each commit with its duration in milliseconds and its number of items. */
  readonly onCommit?: (durationMs: number, items: number) => void;
  /** Called with what happened to alerts, after each commit. */
  readonly onAlertEvents?: (transitions: readonly AlertTransition[]) => void;
  /** Called with the items of each delivery and what became of them, once they are durable. */
  readonly onReceived?: (items: readonly Incoming[], outcomes: readonly Outcome[], receivedAt: number) => void;
  /** Milliseconds of a clock that never jumps. */
  readonly elapsed?: () => number;
}

/** About as many items as a database stores in a second. A longer queue would only add delay and use memory. */
export const overloadedAboveItems = 20_000;
/** Above this number of queued items, even requests that are already read are refused. */
export const maxQueuedItems = 2 * overloadedAboveItems;

export function createReportReceiver(options: ReportReceiverOptions) {
  const { database, bus, now, onCommit, onAlertEvents, onReceived, elapsed = () => performance.now() } = options;
  const health = createHealthTracker({ elapsed, isRetried: false });
  const timeOfReceipt = createReceiptClock(now);

  const { submit, drained, queuedWeight } = createGroupCommit<Delivery, readonly Outcome[]>({
    weightOf: ({ items }) => items.length,
    maxWeight: database.reports.maxItems,
    isItemFault: (error) => !database.isUnavailable(error),
    commit: async (deliveries) => {
      const start = performance.now();
      const { outcomes, updates, transitions } = await retryOnConflict(database, () =>
        storeDeliveries(database.reports, deliveries),
      );
      // A slow disk delays the answer, never an alarm.
      if (updates.length > 0) bus.publish(updates);
      const count = () => {
        health.succeeded();
        onCommit?.(performance.now() - start, outcomes.flat().length);
        onAlertEvents?.(transitions);
      };
      return { answers: outcomes, durable: database.reports.durable().then(count) };
    },
  });

  return {
    /**
     * Resolves when the items are durable, with one outcome for each, in order. Throws AppError `unavailable` when
     * they cannot be stored now. Some of them may be stored nevertheless; a report id makes a second attempt harmless.
     */
    receive: async (items: readonly Incoming[], sender: Sender): Promise<readonly Outcome[]> => {
      if (items.length === 0) return [];
      if (queuedWeight() + items.length > maxQueuedItems) throw unavailable('Too many reports are waiting.');
      try {
        const receivedAt = timeOfReceipt();
        const parts = partsOf(items, database.reports.maxItems).map((part) =>
          submit({ items: part, sender, receivedAt }),
        );
        const outcomes = (await Promise.all(parts)).flat();
        onReceived?.(items, outcomes, receivedAt);
        return outcomes;
      } catch (error) {
        if (database.isFailure(error)) health.failed();
        if (!database.isUnavailable(error)) throw error;
        throw unavailable('The data cannot be stored right now.', error);
      }
    },
    /** Backpressure: so many items are queued that nothing more should be read from senders. */
    isOverloaded: () => queuedWeight() > overloadedAboveItems,
    /** Nothing could be stored for ten seconds: boards may show wrong information. */
    hasOutage: health.hasOutage,
    /** Resolves when everything that was received is stored and answered. */
    drained,
  };
}

/** A list of one sender is stored in several transactions, if it is longer than one of them may be. */
function partsOf(items: readonly Incoming[], maxItems: number): readonly (readonly Incoming[])[] {
  const count = Math.ceil(items.length / maxItems);
  return Array.from({ length: count }, (_none, index) => items.slice(index * maxItems, (index + 1) * maxItems));
}

/**
 * The time of receipt. When the clock is set back a little, time stands still until it has caught up; otherwise the
 * next report would be older than the previous one and would not be shown. The ingest rules detect larger jumps.
 */
function createReceiptClock(now: () => number): () => number {
  let newest = -Infinity;
  return () => {
    const at = now();
    newest = at < newest && newest - at <= clockToleranceMs ? newest : at;
    return newest;
  };
}

function unavailable(detail: string, cause?: unknown): AppError {
  return Object.assign(retryLater('unavailable', `${detail} Send it again.`, 1), { cause });
}
