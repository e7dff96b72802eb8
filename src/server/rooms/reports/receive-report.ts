/**
 * The one way to a stream, for all that devices say and for our own watch over them. What becomes of
 * it is decided by the domain, stored in one transaction, and only then put on the bus.
 */
import type { Incoming, Outcome } from '../../../domain/ingest/incoming.ts';
import { clockToleranceMs } from '../../../domain/ingest/status-report.ts';
import type { Bus } from '../../bus/bus.ts';
import type { Database } from '../../database/database.ts';
import { retryOnConflict } from '../../database/retry-on-conflict.ts';
import { AppError } from '../../shared/app-error.ts';
import { createGroupCommit } from '../../shared/group-commit.ts';
import { type Delivery, type Sender, storeDeliveries } from './store-incoming.ts';
import { trackOutage } from '../../shared/outage.ts';

export interface ReportReceiver {
  /**
   * One outcome an item, in order, once they are durable. Throws AppError `unavailable` when they
   * cannot be stored now; some of them may be stored all the same, which an `id` makes harmless.
   */
  receive(items: readonly Incoming[], sender: Sender): Promise<readonly Outcome[]>;
  /** So much is waiting to be stored that no more should be read. */
  isOverloaded(): boolean;
  /** For some time nothing could be stored: what boards show may be wrong. */
  isFailing(): boolean;
  /** Resolves when all that was received is stored and answered. */
  settled(): Promise<void>;
}

export interface ReportReceiverOptions {
  readonly database: Database;
  readonly bus: Bus;
  readonly now: () => number;
  /** Told of each commit: how long it took, in milliseconds, and for how many items. */
  readonly onCommit?: (durationMs: number, items: number) => void;
  /** Milliseconds of a clock that is never set. */
  readonly elapsed?: () => number;
}

const itemsPerTransaction = 2_000;
/** A second's worth of what a database takes: more would only wait, and use memory. */
const overloadedAbove = 20_000;
/** Beyond that even a sender who has been heard already is turned away. */
const refusedAbove = 2 * overloadedAbove;

export function createReportReceiver(options: ReportReceiverOptions): ReportReceiver {
  const { database, bus, now, onCommit, elapsed = () => performance.now() } = options;
  const trouble = trackOutage({ elapsed, isTriedUntilItWorks: false });
  let newest = -Infinity;

  /**
   * A clock that is set back a little stands still until it has caught up: what comes now would else be
   * older than what came before, and not be shown. One that is set back further is noticed by the rules.
   */
  function received(): number {
    const at = now();
    newest = at < newest && newest - at <= clockToleranceMs ? newest : at;
    return newest;
  }

  const { submit, settled, weight } = createGroupCommit<Delivery, readonly Outcome[]>({
    weightOf: ({ items }) => items.length,
    limit: itemsPerTransaction,
    isOneAtFault: (error) => !database.isUnavailable(error),
    commit: async (deliveries) => {
      const start = performance.now();
      const { answers, updates } = await retryOnConflict(database, () => storeDeliveries(database, deliveries));
      trouble.worked();
      onCommit?.(performance.now() - start, answers.flat().length);
      if (updates.length > 0) bus.publish(updates);
      return answers;
    },
  });

  return {
    receive: async (items, sender) => {
      if (items.length === 0) return [];
      if (weight() + items.length > refusedAbove) throw unavailable('Too much is waiting to be stored.');
      try {
        return await submit({ items, sender, receivedAt: received() });
      } catch (error) {
        if (database.isFailure(error)) trouble.failed();
        if (!database.isUnavailable(error)) throw error;
        throw unavailable('The data cannot be stored right now.', error);
      }
    },
    isOverloaded: () => weight() > overloadedAbove,
    isFailing: trouble.isLasting,
    settled,
  };
}

function unavailable(detail: string, cause?: unknown): AppError {
  const error = new AppError('unavailable', { detail: `${detail} Send it again.`, headers: { 'retry-after': '1' } });
  error.cause = cause;
  return error;
}
