/** Who in this process listens to which ward. */
import type { StreamUpdate } from '../../domain/stream.ts';
import type { BusLog, WardListener } from './bus.ts';

export interface WardListeners {
  /** The first one of its ward calls `onFirst`, the last one to leave `onLast`. Returns the leave. */
  add(wardUUID: string, listener: WardListener): () => void;
  tell(wardUUID: string, updates: readonly StreamUpdate[]): void;
  wards(): Iterable<string>;
  clear(): void;
}

export interface WardListenersOptions {
  readonly log: Pick<BusLog, 'error'>;
  readonly onFirst?: (wardUUID: string) => void;
  readonly onLast?: (wardUUID: string) => void;
}

export function createWardListeners({ log, onFirst, onLast }: WardListenersOptions): WardListeners {
  const sets = new Map<string, Set<WardListener>>();

  function leave(wardUUID: string, listener: WardListener): void {
    const listeners = sets.get(wardUUID);
    if (listeners?.delete(listener) !== true || listeners.size > 0) return;
    sets.delete(wardUUID);
    onLast?.(wardUUID);
  }

  return {
    add: (wardUUID, listener) => {
      const listeners = sets.get(wardUUID);
      // One of its own for each subscription: the same function may be given twice.
      const own: WardListener = (updates) => listener(updates);
      if (listeners === undefined) {
        sets.set(wardUUID, new Set([own]));
        onFirst?.(wardUUID);
      } else listeners.add(own);
      return () => leave(wardUUID, own);
    },
    tell: (wardUUID, updates) => {
      for (const listener of sets.get(wardUUID) ?? []) {
        try {
          listener(updates);
        } catch (error) {
          log.error({ err: error }, 'a listener of live updates failed');
        }
      }
    },
    wards: () => sets.keys(),
    clear: () => sets.clear(),
  };
}

/** Each ward's updates as one list, in order. */
export function byWard(
  updates: readonly { readonly wardUUID: string; readonly update: StreamUpdate }[],
): Map<string, StreamUpdate[]> {
  const lists = new Map<string, StreamUpdate[]>();
  for (const { wardUUID, update } of updates) {
    const list = lists.get(wardUUID);
    if (list === undefined) lists.set(wardUUID, [update]);
    else list.push(update);
  }
  return lists;
}
