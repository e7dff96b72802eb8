/** Delivers the updates of wards to their viewers. A ward is followed while somebody subscribes to it. */
import type { StreamUpdate } from '../../../domain/stream.ts';
import type { Bus } from '../../bus/bus.ts';
import { updatesFrame } from './event-frame.ts';
import { createUpdateQueue } from './update-queue.ts';
import { createWardCache, type WardCache, type WardRow } from './ward-cache.ts';

/** One open live connection. */
export interface Viewer {
  send(frame: Buffer): void;
  /** Ends the connection. The browser reconnects and loads the list again. */
  end(): void;
}

export interface WardFeed {
  /**
   * Resolves when the ward is loaded from the database. From then on the viewer gets every update. Throws when the
   * database is unavailable. Returns the unsubscribe, which may be called more than once.
   */
  subscribe(wardUUID: string, viewer: Viewer): Promise<() => void>;
  /** Reads all followed wards from the database and delivers the updates that the bus has lost. */
  reconcile(): Promise<void>;
}

export interface WardFeedOptions {
  readonly bus: Pick<Bus, 'subscribe'>;
  /** Reads the streams of these wards from the database. Returns a list for each ward. */
  readonly readWards: (wardUuids: readonly string[]) => Promise<ReadonlyMap<string, readonly WardRow[]>>;
}

interface FollowedWard {
  readonly cache: WardCache;
  readonly viewers: Set<Viewer>;
  readonly unsubscribeFromBus: () => void;
  /** Subscriptions, including those that wait for `loaded`. */
  subscriptionCount: number;
  /** The first read of the ward. */
  loaded?: Promise<void>;
}

export function createWardFeed({ bus, readWards }: WardFeedOptions): WardFeed {
  const wards = new Map<string, FollowedWard>();
  const enqueue = createUpdateQueue(deliver);

  function deliver(wardUUID: string, updates: readonly StreamUpdate[]): void {
    const viewers = wards.get(wardUUID)?.viewers;
    if (viewers === undefined || viewers.size === 0) return;
    const frame = updatesFrame(updates);
    for (const viewer of viewers) viewer.send(frame);
  }

  async function reconcileWards(wardUuids: readonly string[]): Promise<void> {
    const before = wardUuids.flatMap((wardUUID) => {
      const ward = wards.get(wardUUID);
      return ward === undefined ? [] : [{ wardUUID, ward, version: ward.cache.version() }];
    });
    const rows = await readWards(wardUuids);
    for (const { wardUUID, ward, version } of before) {
      const { missed, needsReload } = ward.cache.reconcile(rows.get(wardUUID) ?? [], version);
      if (needsReload) for (const viewer of ward.viewers) viewer.end();
      else enqueue(wardUUID, missed);
    }
  }

  function follow(wardUUID: string): FollowedWard {
    const cache = createWardCache();
    const ward: FollowedWard = {
      cache,
      viewers: new Set(),
      unsubscribeFromBus: bus.subscribe(wardUUID, (updates) => enqueue(wardUUID, cache.apply(updates))),
      subscriptionCount: 0,
    };
    wards.set(wardUUID, ward);
    return ward;
  }

  function release(wardUUID: string, ward: FollowedWard): void {
    ward.subscriptionCount -= 1;
    if (ward.subscriptionCount > 0) return;
    ward.unsubscribeFromBus();
    if (wards.get(wardUUID) === ward) wards.delete(wardUUID);
  }

  return {
    subscribe: async (wardUUID, viewer) => {
      const ward = wards.get(wardUUID) ?? follow(wardUUID);
      ward.subscriptionCount += 1;
      try {
        ward.loaded ??= reconcileWards([wardUUID]);
        await ward.loaded;
      } catch (error) {
        release(wardUUID, ward);
        throw error;
      }
      ward.viewers.add(viewer);
      return () => {
        if (ward.viewers.delete(viewer)) release(wardUUID, ward);
      };
    },
    reconcile: async () => {
      if (wards.size > 0) await reconcileWards([...wards.keys()]);
    },
  };
}
