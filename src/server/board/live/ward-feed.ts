/** Delivers the updates of wards to their viewers. A ward is followed while somebody subscribes to it. */
import type { Stream } from '../../../contract/home/entities.ts';
import type { Place } from '../../../domain/user.ts';
import type { Bus } from '../../bus/bus.ts';
import type { Viewer } from './live-connection.ts';
import { createBatchLookup } from '../../shared/cache/coalesce.ts';
import type { StoredWard, WardVersion } from '../stored-wards.ts';
import { UpdateQueue } from './update-queue.ts';
import { createWardCache, type WardCache } from './ward-cache.ts';

export interface WardFeed {
  /**
   * Resolves when the ward is loaded from the database. From then on the viewer gets every update. Throws when the
   * database is unavailable. Returns the unsubscribe, which may be called more than once.
   */
  subscribe(wardUUID: string, viewer: Viewer): Promise<() => void>;
  /** The place of a followed ward. Undefined: it does not exist, or is not followed. */
  placeOf(wardUUID: string): Place | undefined;
  /** Those who follow the ward now. */
  viewersOf(wardUUID: string): Iterable<Viewer>;
  /**
   * The list of a followed ward, at least as new as every update that a viewer of any process got before this call. The
   * same array, until something in it changes. Undefined: the ward is not followed, or not loaded yet.
   */
  listOf(wardUUID: string): Promise<readonly Stream[] | undefined>;
  /** Reads all followed wards from the database and delivers the updates that the bus has lost. */
  reconcile(): Promise<void>;
}

interface FollowedWard {
  readonly cache: WardCache;
  readonly viewers: Set<Viewer>;
  readonly unsubscribeFromBus: () => void;
  /** The number of subscriptions, including those that wait for `loaded`. */
  subscriptionCount: number;
  /** Resolves when the ward was read from the database for the first time. */
  loaded?: Promise<void>;
}

interface WardFeedOptions {
  readonly bus: Pick<Bus, 'subscribe' | 'isShared'>;
  /** Reads the wards with these uuids from the database. */
  readonly readWards: (wardUuids: readonly string[]) => Promise<ReadonlyMap<string, StoredWard>>;
  /** Reads the versions of the wards with these uuids from the database. */
  readonly readVersions: (wardUuids: readonly string[]) => Promise<(wardUUID: string) => WardVersion>;
}

export function createWardFeed({ bus, readWards, readVersions }: WardFeedOptions): WardFeed {
  const wards = new Map<string, FollowedWard>();
  const queue = new UpdateQueue();

  async function reconcileWards(wardUuids: readonly string[]): Promise<void> {
    const followed = wardUuids.flatMap((wardUUID) => {
      const ward = wards.get(wardUUID);
      return ward === undefined ? [] : [{ wardUUID, ward, before: ward.cache.snapshot() }];
    });
    const stored = await readWards(wardUuids);
    for (const { wardUUID, ward, before } of followed) {
      const found = stored.get(wardUUID) ?? { place: undefined, streams: [] };
      const { missed, needsReload } = ward.cache.reconcile(found, before);
      if (needsReload) for (const viewer of ward.viewers) viewer.end();
      else queue.add(ward.viewers, missed);
    }
  }

  /** Coalesces the first reads of wards, because after a restart the viewers of many wards arrive together. */
  const load = createBatchLookup(reconcileWards);
  const refresh = createRefresh(wards, readVersions, reconcileWards);

  function follow(wardUUID: string): FollowedWard {
    const [cache, viewers] = [createWardCache(), new Set<Viewer>()];
    const ward: FollowedWard = {
      cache,
      viewers,
      unsubscribeFromBus: bus.subscribe(wardUUID, (updates) => queue.add(viewers, cache.apply(updates))),
      subscriptionCount: 0,
    };
    wards.set(wardUUID, ward);
    return ward;
  }

  function release(wardUUID: string, ward: FollowedWard): void {
    ward.subscriptionCount -= 1;
    if (ward.subscriptionCount > 0) return;
    ward.unsubscribeFromBus();
    wards.delete(wardUUID);
  }

  return {
    subscribe: async (wardUUID, viewer) => {
      const ward = wards.get(wardUUID) ?? follow(wardUUID);
      ward.subscriptionCount += 1;
      try {
        ward.loaded ??= load(wardUUID);
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
    placeOf: (wardUUID) => wards.get(wardUUID)?.cache.place(),
    viewersOf: (wardUUID) => wards.get(wardUUID)?.viewers ?? [],
    listOf: async (wardUUID) => {
      // The bus may have lost an update that the viewers of another process have got.
      if (bus.isShared && wards.get(wardUUID)?.cache.list() !== undefined) await refresh(wardUUID);
      return wards.get(wardUUID)?.cache.list();
    },
    reconcile: () => reconcileWards([...wards.keys()]),
  };
}

/**
 * Reads a ward again if its version in the database is another one. NOTE: the version of the cache is older than the
 * query. Otherwise an update that arrives during the query could make up for one that the bus has lost.
 */
function createRefresh(
  wards: ReadonlyMap<string, FollowedWard>,
  readVersions: WardFeedOptions['readVersions'],
  reconcileWards: (wardUuids: readonly string[]) => Promise<void>,
) {
  return createBatchLookup(async (wardUuids: readonly string[]) => {
    const cached = new Map(wardUuids.map((wardUUID) => [wardUUID, wards.get(wardUUID)?.cache.version()]));
    const versionInDatabase = await readVersions([...cached.keys()]);
    const outdated = [...cached].filter(([wardUUID, version]) => version !== versionInDatabase(wardUUID));
    if (outdated.length > 0) await reconcileWards(outdated.map(([wardUUID]) => wardUUID));
  });
}
