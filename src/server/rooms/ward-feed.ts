/**
 * The process's one subscription to the bus: gathers updates by ward and hands each ward's list, as
 * one frame, to all who watch it. Nothing waits when idle; under load, what comes in for a ward that
 * is already queued joins its list, so that a flood makes lists longer instead of making viewers late.
 */
import type { StreamUpdate } from '../../domain/stream.ts';
import type { Bus, WardUpdate } from '../bus/bus.ts';
import { type EventFrame, updatesFrame } from './event-frame.ts';

export interface Viewer {
  send(frame: EventFrame): void;
}

export interface WardFeed {
  /** From now on the viewer gets every update of the ward. Returns the leave. */
  join(wardUUID: string, viewer: Viewer): () => void;
  close(): void;
}

/** So long at a stretch may sending keep the process from reading. Milliseconds. */
const sendingSliceMs = 3;

export function createWardFeed({ bus }: { readonly bus: Bus }): WardFeed {
  const viewers = new Map<string, Set<Viewer>>();
  /** Wards in the order in which they have something to say; of each stream only its newest state. */
  const queue = new Map<string, Map<string, StreamUpdate>>();
  let next: NodeJS.Immediate | undefined;

  function enqueue(updates: readonly WardUpdate[]): void {
    for (const { wardUUID, update } of updates) {
      if (!viewers.has(wardUUID)) continue;
      const list = queue.get(wardUUID) ?? new Map<string, StreamUpdate>();
      queue.set(wardUUID, list);
      const queued = list.get(update.uuid);
      if (queued === undefined || update.revision > queued.revision) list.set(update.uuid, update);
    }
    if (queue.size > 0) next ??= setImmediate(sendSlice);
  }

  function sendSlice(): void {
    next = undefined;
    const until = performance.now() + sendingSliceMs;
    for (const [wardUUID, list] of queue) {
      queue.delete(wardUUID);
      const watching = viewers.get(wardUUID);
      if (watching !== undefined) {
        const frame = updatesFrame([...list.values()]);
        for (const viewer of watching) viewer.send(frame);
      }
      if (performance.now() > until) break;
    }
    if (queue.size > 0) next = setImmediate(sendSlice);
  }

  const unsubscribe = bus.subscribe(enqueue);

  return {
    join: (wardUUID, viewer) => {
      const watching = viewers.get(wardUUID) ?? new Set();
      viewers.set(wardUUID, watching.add(viewer));
      return () => {
        watching.delete(viewer);
        if (watching.size === 0 && viewers.get(wardUUID) === watching) viewers.delete(wardUUID);
      };
    },
    close: () => {
      unsubscribe();
      clearImmediate(next);
      queue.clear();
    },
  };
}
