/** Follows the published wards with the feed of the boards, and keeps their messages current. */
import type { WardFeed } from '../board/live/ward-feed.ts';
import type { Database } from '../database/database.ts';
import { waitOrAbort } from '../shared/wait-or-abort.ts';
import { type PublishedLocations, readPublishedWards } from './published-wards.ts';
import type { WardMessages } from './ward-messages.ts';

export interface FollowerOptions {
  readonly database: Pick<Database, 'query'>;
  readonly feed: Pick<WardFeed, 'subscribe' | 'listOf'>;
  readonly locations: PublishedLocations;
  readonly log: { warn(details: object, message: string): void };
}

/** How often the follower looks for new and renamed wards. */
const readIntervalMs = 2_000;
/** The changes of this time are published together, so that a busy ward costs little. */
const coalesceMs = 50;
/** After failing for this long, what is published may be wrong. */
const outdatedAfterMs = 10_000;

export function startWardFollower(options: FollowerOptions, messages: WardMessages) {
  const stopping = new AbortController();
  let waking = new AbortController();
  const wards = createFollowedWards(options, messages, () => waking.abort());
  const reader = createWardReader(options);
  const ready = Promise.withResolvers<void>();
  let updatedAt = performance.now();
  let isFailing = false;

  async function update(): Promise<void> {
    try {
      const current = await reader.readIfDue();
      await wards.follow(current);
      await wards.publishChanged();
      // A room that has moved to another ward is published there before it is removed here.
      wards.removeExcept(current);
      updatedAt = performance.now();
      isFailing = false;
      ready.resolve();
    } catch (error) {
      if (!isFailing) options.log.warn({ err: error }, 'the states of the rooms cannot be read to publish them');
      isFailing = true;
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      waking = new AbortController();
      await update();
      await waitOrAbort(coalesceMs, stopping.signal);
      const wakeUp = isFailing ? stopping.signal : AbortSignal.any([waking.signal, stopping.signal]);
      if (isFailing || !wards.hasChanges()) await waitOrAbort(readIntervalMs, wakeUp);
    }
  }

  const running = run();
  return {
    /** Resolves when all wards were read for the first time. */
    ready: ready.promise,
    /** Whether the messages are current. */
    isCurrent: () => performance.now() - updatedAt < outdatedAfterMs,
    close: async (): Promise<void> => {
      stopping.abort();
      await running;
      wards.close();
    },
  };
}

/** The subscriptions to wards. `onChange`: called when something in a ward has changed. */
function createFollowedWards({ feed }: FollowerOptions, messages: WardMessages, onChange: () => void) {
  const followed = new Map<string, { readonly name: string; readonly unsubscribe: () => void }>();
  const changed = new Set<string>();

  function markChanged(ward: string): void {
    changed.add(ward);
    onChange();
  }

  async function followOne(ward: string, name: string): Promise<void> {
    const known = followed.get(ward);
    if (known?.name === name) return;
    const viewer = { send: () => markChanged(ward), end: () => markChanged(ward) };
    const unsubscribe = known?.unsubscribe ?? (await feed.subscribe(ward, viewer));
    followed.set(ward, { name, unsubscribe });
    changed.add(ward);
  }

  return {
    hasChanges: () => changed.size > 0,
    /** Follows the wards. `wards`: their names by uuid. */
    follow: async (wards: ReadonlyMap<string, string>): Promise<void> =>
      void (await Promise.all([...wards].map(([ward, name]) => followOne(ward, name)))),
    publishChanged: async (): Promise<void> => {
      for (const ward of changed) {
        // A change that arrives during the query is published with the next one.
        changed.delete(ward);
        const streams = await feed.listOf(ward).catch((error: unknown) => {
          changed.add(ward);
          throw error;
        });
        const name = followed.get(ward)?.name;
        if (streams !== undefined && name !== undefined) messages.setWard(ward, name, streams);
      }
    },
    removeExcept: (wards: ReadonlyMap<string, string>): void => {
      for (const [ward, { unsubscribe }] of followed) {
        if (wards.has(ward)) continue;
        unsubscribe();
        followed.delete(ward);
        changed.delete(ward);
        messages.removeWard(ward);
      }
    },
    close: (): void => {
      for (const { unsubscribe } of followed.values()) unsubscribe();
    },
  };
}

/** Reads the published wards at an interval. Warns once about each location that does not exist. */
function createWardReader({ database, locations, log }: FollowerOptions) {
  const warned = new Set<string>();
  let current: ReadonlyMap<string, string> = new Map();
  let readAt = -Infinity;
  return {
    readIfDue: async (): Promise<ReadonlyMap<string, string>> => {
      if (performance.now() - readAt < readIntervalMs) return current;
      const { wards, missing } = await readPublishedWards(database.query, locations);
      for (const location of missing) {
        if (!warned.has(location)) log.warn({ location }, 'MQTT_PUBLISH names a location that does not exist');
        warned.add(location);
      }
      current = wards;
      readAt = performance.now();
      return current;
    },
  };
}
