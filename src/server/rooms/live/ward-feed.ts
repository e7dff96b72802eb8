/**
 * Gathers what is news of the watched wards and hands each ward's list, as one frame, to all who watch
 * it. Nothing waits when idle; under load, what comes in for a ward that is already queued joins its
 * list, so that a flood makes lists longer instead of making viewers late.
 */
import type { StreamUpdate } from '../../../domain/stream.ts';
import type { Bus } from '../../bus/bus.ts';
import { type EventFrame, updatesFrame } from './event-frame.ts';
import { createWardState, type WardRow, type WardState } from './ward-state.ts';

export interface Viewer {
  send(frame: EventFrame): void;
  /** Lists have to be read anew: the viewer is to come back. */
  end(): void;
}

export interface WardWatch {
  /** From now on the viewer gets every update of the ward. */
  join(viewer: Viewer): void;
  /** Whoever has joined is gone, or nobody will. */
  leave(): void;
}

export interface WardFeed {
  /**
   * Resolves when the ward is followed: whatever happens after what is in the database by then reaches
   * all who join. Throws when the database cannot be read.
   */
  watch(wardUUID: string): Promise<WardWatch>;
  /** Looks at all watched wards in the database, and hands on what nobody told of. */
  repair(): Promise<void>;
  close(): void;
}

export interface WardFeedOptions {
  readonly bus: Pick<Bus, 'subscribe'>;
  /** What the database has of these wards, a list for each. */
  readonly readWards: (wardUuids: readonly string[]) => Promise<ReadonlyMap<string, readonly WardRow[]>>;
}

interface WatchedWard {
  readonly state: WardState;
  readonly viewers: Set<Viewer>;
  readonly unsubscribe: () => void;
  watches: number;
  ready: Promise<void> | undefined;
}

/** So long at a stretch may sending keep the process from reading. Milliseconds. */
const sendingSliceMs = 3;

export function createWardFeed({ bus, readWards }: WardFeedOptions): WardFeed {
  const wards = new Map<string, WatchedWard>();
  /** Wards in the order in which they have something to say; of each stream only its newest state. */
  const queue = new Map<string, Map<string, StreamUpdate>>();
  let next: NodeJS.Immediate | undefined;

  function enqueue(wardUUID: string, news: readonly StreamUpdate[]): void {
    if (news.length === 0) return;
    const list = queue.get(wardUUID) ?? new Map<string, StreamUpdate>();
    queue.set(wardUUID, list);
    // News is always newer than what is queued of the same stream.
    for (const { quiet, ...update } of news) {
      const queued = list.get(update.uuid);
      // A notification that was not sent yet is not silenced by the quiet change after it.
      const isQuiet = quiet === true && (queued === undefined || queued.quiet === true);
      list.set(update.uuid, isQuiet ? { ...update, quiet } : update);
    }
    next ??= setImmediate(sendSlice);
  }

  function sendSlice(): void {
    next = undefined;
    const until = performance.now() + sendingSliceMs;
    for (const [wardUUID, list] of queue) {
      queue.delete(wardUUID);
      const viewers = wards.get(wardUUID)?.viewers;
      if (viewers !== undefined && viewers.size > 0) {
        const frame = updatesFrame([...list.values()]);
        for (const viewer of viewers) viewer.send(frame);
      }
      if (performance.now() > until) break;
    }
    if (queue.size > 0) next = setImmediate(sendSlice);
  }

  async function compareWithDatabase(wardUuids: readonly string[]): Promise<void> {
    const marks = wardUuids.map((wardUUID) => ({ wardUUID, ward: wards.get(wardUUID) }));
    const marked = marks.map(({ wardUUID, ward }) => ({ wardUUID, ward, mark: ward?.state.mark() ?? 0 }));
    const rows = await readWards(wardUuids);
    for (const { wardUUID, ward, mark } of marked) {
      if (ward === undefined || wards.get(wardUUID) !== ward) continue;
      const { newer, isAnother } = ward.state.compare(rows.get(wardUUID) ?? [], mark);
      if (isAnother) for (const viewer of ward.viewers) viewer.end();
      else enqueue(wardUUID, newer);
    }
  }

  function open(wardUUID: string): WatchedWard {
    const state = createWardState();
    const ward: WatchedWard = {
      state,
      viewers: new Set(),
      unsubscribe: bus.subscribe(wardUUID, (updates) => enqueue(wardUUID, state.learn(updates))),
      watches: 0,
      ready: undefined,
    };
    wards.set(wardUUID, ward);
    return ward;
  }

  function release(wardUUID: string, ward: WatchedWard): void {
    ward.watches -= 1;
    if (ward.watches > 0) return;
    ward.unsubscribe();
    if (wards.get(wardUUID) === ward) wards.delete(wardUUID);
  }

  return {
    watch: async (wardUUID) => {
      const ward = wards.get(wardUUID) ?? open(wardUUID);
      ward.watches += 1;
      try {
        ward.ready ??= compareWithDatabase([wardUUID]);
        await ward.ready;
      } catch (error) {
        ward.ready = undefined;
        release(wardUUID, ward);
        throw error;
      }
      let joined: Viewer | undefined;
      let isLeft = false;
      return {
        join: (viewer) => {
          joined = viewer;
          ward.viewers.add(viewer);
        },
        leave: () => {
          if (isLeft) return;
          isLeft = true;
          if (joined !== undefined) ward.viewers.delete(joined);
          release(wardUUID, ward);
        },
      };
    },
    repair: async () => {
      if (wards.size > 0) await compareWithDatabase([...wards.keys()]);
    },
    close: () => {
      for (const { unsubscribe } of wards.values()) unsubscribe();
      wards.clear();
      clearImmediate(next);
      queue.clear();
    },
  };
}
