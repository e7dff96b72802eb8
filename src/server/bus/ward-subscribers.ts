/** The subscribers of this process, by ward. */
import type { StreamUpdate } from '../../domain/stream.ts';
import type { BusLog, WardSubscriber, WardUpdate } from './bus.ts';

export interface WardSubscribers {
  /** Returns the unsubscribe. */
  add(wardUUID: string, subscriber: WardSubscriber): () => void;
  deliver(wardUUID: string, updates: readonly StreamUpdate[]): void;
  wardUuids(): Iterable<string>;
  clear(): void;
}

export interface WardSubscribersOptions {
  readonly log: Pick<BusLog, 'error'>;
  /** Called when a ward gets its first subscriber. */
  readonly onFirst?: (wardUUID: string) => void;
  /** Called when a ward has lost its last subscriber. */
  readonly onLast?: (wardUUID: string) => void;
}

export function createWardSubscribers({ log, onFirst, onLast }: WardSubscribersOptions): WardSubscribers {
  const wards = new Map<string, Set<WardSubscriber>>();

  function remove(wardUUID: string, subscriber: WardSubscriber): void {
    const subscribers = wards.get(wardUUID);
    if (subscribers?.delete(subscriber) !== true || subscribers.size > 0) return;
    wards.delete(wardUUID);
    onLast?.(wardUUID);
  }

  return {
    add: (wardUUID, subscriber) => {
      // A new function for each call, because the same subscriber may be added twice.
      const added: WardSubscriber = (updates) => subscriber(updates);
      const subscribers = wards.get(wardUUID);
      if (subscribers === undefined) {
        wards.set(wardUUID, new Set([added]));
        onFirst?.(wardUUID);
      } else subscribers.add(added);
      return () => remove(wardUUID, added);
    },
    deliver: (wardUUID, updates) => {
      for (const subscriber of wards.get(wardUUID) ?? []) {
        try {
          subscriber(updates);
        } catch (error) {
          log.error({ err: error }, 'a subscriber of live updates failed');
        }
      }
    },
    wardUuids: () => wards.keys(),
    clear: () => wards.clear(),
  };
}

/** The updates of each ward as one list, in order. */
export function groupByWard(updates: readonly WardUpdate[]): Map<string, StreamUpdate[]> {
  const lists = new Map<string, StreamUpdate[]>();
  for (const { wardUUID, update } of updates) {
    const list = lists.get(wardUUID);
    if (list === undefined) lists.set(wardUUID, [update]);
    else list.push(update);
  }
  return lists;
}
