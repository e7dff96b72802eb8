/**
 * Brings every message of a device into the database and to the boards, in order: `receive` for one sender, then
 * `#storeGroup` for all senders of one turn of the event loop. Nothing else changes the state of a stream.
 */
import type { IncomingItem, IngestOutcome } from '../../../domain/ingest/incoming.ts';
import { clockToleranceMs } from '../../../domain/ingest/report-time.ts';
import type { Bus } from '../../bus/bus.ts';
import type { Database } from '../../database/database.ts';
import type { DiskSpace } from '../../database/disk-space.ts';
import { retryOnConflict } from '../../database/retry-on-conflict.ts';
import type { AppError } from '../../shared/app-error.ts';
import { createHealthTracker, type HealthTracker } from '../../shared/health-tracker.ts';
import type { Metrics } from '../../shared/metrics.ts';
import { retryLater } from '../../shared/retry-later.ts';
import { lengthOfGroup } from './delivery-group.ts';
import type { DeviceClocks } from './device-clocks.ts';
import {
  type Delivery,
  ingestDeliveries,
  type IngestedDeliveries,
  type Sender,
  rowsToLoadFor,
} from './ingest-deliveries.ts';

export interface ReportReceiverPorts {
  readonly database: Database;
  readonly bus: Pick<Bus, 'publish'>;
  readonly metrics: Pick<Metrics, 'countCommit' | 'countAlertEvents'>;
  readonly disk: Pick<DiskSpace, 'requireSpace' | 'stored' | 'failed'>;
  readonly deviceClocks: Pick<DeviceClocks, 'observe'>;
  readonly now: () => number;
  /** Called after reports have changed alerts. */
  readonly onAlertEvents?: () => void;
  /** Returns milliseconds of a clock that never jumps. */
  readonly elapsed?: () => number;
}

/** About as many items as a database stores in a second. A longer queue would only add delay and use memory. */
export const maxItemsBeforeOverload = 20_000;
/** Above this number of waiting items, even requests that are already read are refused. */
export const maxWaitingItems = 2 * maxItemsBeforeOverload;

/** A delivery whose sender still waits for the outcomes. */
interface WaitingDelivery extends Delivery, PromiseWithResolvers<readonly IngestOutcome[]> {}

export class ReportReceiver {
  readonly #ports: ReportReceiverPorts;
  readonly #health: HealthTracker;
  readonly #unanswered = new Set<WaitingDelivery>();
  #unansweredItems = 0;
  #queue: WaitingDelivery[] = [];
  #isStoring = false;
  #newestReceipt = -Infinity;

  constructor(ports: ReportReceiverPorts) {
    this.#ports = ports;
    this.#health = createHealthTracker({ elapsed: ports.elapsed ?? (() => performance.now()), isRetried: false });
  }

  /**
   * Resolves when the items are durable, with one outcome for each, in order. Throws AppError `unavailable` when the
   * items cannot be stored now. Some items may be stored nevertheless; a report id makes a second attempt harmless.
   */
  async receive(items: readonly IncomingItem[], sender: Sender): Promise<readonly IngestOutcome[]> {
    const { database, disk, deviceClocks } = this.#ports;
    if (items.length === 0) return [];
    disk.requireSpace();
    if (this.#unansweredItems + items.length > maxWaitingItems) throw unavailable('Too many reports are waiting.');
    const receivedAt = this.#timeOfReceipt();
    try {
      const outcomes = await this.#storeInOrder({ items, sender, receivedAt });
      disk.stored(outcomes);
      deviceClocks.observe(items, outcomes, receivedAt);
      return outcomes;
    } catch (error) {
      disk.failed(error);
      if (database.isFailure(error)) this.#health.failed();
      if (!database.isUnavailable(error)) throw error;
      throw unavailable('The data cannot be stored right now.', error);
    }
  }

  /** Backpressure: whether so many items wait that nothing more should be read from senders. */
  isOverloaded(): boolean {
    return this.#unansweredItems > maxItemsBeforeOverload;
  }

  /** Whether nothing could be stored for ten seconds, so that boards may show wrong information. */
  hasOutage(): boolean {
    return this.#health.hasOutage();
  }

  /** Ends an outage. Call it when the database can be reached again. */
  readonly forgetFailures = (): void => this.#health.succeeded();

  /** Resolves when everything that was received is stored, and its senders have the outcomes. */
  async drained(): Promise<void> {
    while (this.#unanswered.size > 0) await Promise.allSettled([...this.#unanswered].map(({ promise }) => promise));
  }

  /**
   * Returns the time of receipt. While the clock catches up after it was set back a little, the time stands still;
   * otherwise the next report would be older than the previous one and not shown. The ingest rules detect larger jumps.
   */
  #timeOfReceipt(): number {
    const at = this.#ports.now();
    const isSetBack = at < this.#newestReceipt && this.#newestReceipt - at <= clockToleranceMs;
    return isSetBack ? this.#newestReceipt : (this.#newestReceipt = at);
  }

  /** Stores a delivery, in several transactions if it has more items than one of them may have. */
  async #storeInOrder(delivery: Delivery): Promise<readonly IngestOutcome[]> {
    const { items } = delivery;
    const { maxItems } = this.#ports.database.reports;
    if (items.length <= maxItems) return this.#enqueue(delivery);
    const parts: Promise<readonly IngestOutcome[]>[] = [];
    for (let start = 0; start < items.length; start += maxItems) {
      parts.push(this.#enqueue({ ...delivery, items: items.slice(start, start + maxItems) }));
    }
    return (await Promise.all(parts)).flat();
  }

  #enqueue(delivery: Delivery): Promise<readonly IngestOutcome[]> {
    const waiting = { ...delivery, ...Promise.withResolvers<readonly IngestOutcome[]>() };
    this.#unanswered.add(waiting);
    this.#unansweredItems += delivery.items.length;
    this.#queue.push(waiting);
    if (!this.#isStoring) void this.#storeQueue();
    return waiting.promise;
  }

  /** Group commit: the deliveries that arrive within one turn of the event loop share a transaction. */
  async #storeQueue(): Promise<void> {
    this.#isStoring = true;
    while (this.#queue.length > 0) {
      await new Promise(setImmediate);
      const group = this.#queue.slice(0, lengthOfGroup(this.#queue, this.#ports.database.reports.maxItems));
      this.#queue = this.#queue.slice(group.length);
      await this.#storeGroup(group);
    }
    this.#isStoring = false;
  }

  async #storeGroup(group: readonly WaitingDelivery[]): Promise<void> {
    const { database, bus } = this.#ports;
    const startedAt = performance.now();
    let stored: IngestedDeliveries;
    try {
      stored = await retryOnConflict(database, () =>
        database.reports.transact(rowsToLoadFor(group), (loaded) => ingestDeliveries(group, loaded)),
      );
    } catch (error) {
      if (group.length === 1 || database.isUnavailable(error)) return this.#reject(group, error);
      // A single delivery may have made the transaction fail, so each delivery gets a transaction of its own.
      for (const waiting of group) await this.#storeGroup([waiting]);
      return;
    }
    // Boards get the updates before the commit is on the disk, so that a slow disk delays no alarm.
    if (stored.updates.length > 0) bus.publish(stored.updates);
    // Not awaited: the next group is stored while this one becomes durable.
    void this.#resolveWhenDurable(group, stored, startedAt);
  }

  async #resolveWhenDurable(
    group: readonly WaitingDelivery[],
    { outcomes, transitions }: IngestedDeliveries,
    startedAt: number,
  ): Promise<void> {
    const { database, metrics, onAlertEvents } = this.#ports;
    try {
      await database.reports.durable();
    } catch (error) {
      return this.#reject(group, error);
    }
    this.#health.succeeded();
    metrics.countCommit(performance.now() - startedAt, outcomes.flat().length);
    metrics.countAlertEvents(transitions);
    if (transitions.length > 0) onAlertEvents?.();
    for (const [index, waiting] of group.entries()) {
      this.#release(waiting);
      waiting.resolve(outcomes[index] ?? []);
    }
  }

  #reject(group: readonly WaitingDelivery[], error: unknown): void {
    for (const waiting of group) {
      this.#release(waiting);
      waiting.reject(error);
    }
  }

  #release(waiting: WaitingDelivery): void {
    this.#unanswered.delete(waiting);
    this.#unansweredItems -= waiting.items.length;
  }
}

function unavailable(detail: string, cause?: unknown): AppError {
  return Object.assign(retryLater('unavailable', `${detail} Send it again.`, 1), { cause });
}
