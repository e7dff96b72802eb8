/** Delivers updates, ward by ward, to the subscribers of this process. */
import type { StreamUpdate } from '../../domain/stream.ts';
import type { BusLog, WardSubscriber, WardUpdate } from './bus.ts';

/** Groups the updates by ward and keeps their order. */
export function groupByWard(updates: readonly WardUpdate[]): readonly (readonly [string, readonly StreamUpdate[]])[] {
  const wards = Map.groupBy(updates, ({ wardUUID }) => wardUUID);
  return [...wards].map(([wardUUID, list]) => [wardUUID, list.map(({ update }) => update)]);
}

/** Calls the subscriber. Never throws: the updates are already stored, so a failed delivery must not fail the report. */
export function deliverToSubscribers(
  subscriber: WardSubscriber | undefined,
  updates: readonly StreamUpdate[],
  log: Pick<BusLog, 'error'>,
): void {
  try {
    subscriber?.(updates);
  } catch (error) {
    log.error({ err: error }, 'a subscriber of live updates failed');
  }
}
