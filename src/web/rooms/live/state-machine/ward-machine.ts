/** The state of the ward reducer, and what a step of it returns. */
import type { RoomUpdate } from '../../../../domain/room.ts';
import type { Connection, WardEffect } from './ward-events.ts';
import type { CachedWard, WardState } from './ward-state.ts';

export interface WardMachine {
  readonly connection: Connection;
  /** What the page shows. The object stays the same while nothing changes on the page. */
  readonly view: WardState;
  readonly lastHeardAt: number;
  /** The last sign of life before the grace period. Set in `interrupted` and `resumed` only. */
  readonly interruptedAt: number | undefined;
  /** The updates since the list was requested. Undefined: the live connection is closed, or has its list. */
  readonly pendingUpdates: readonly RoomUpdate[] | undefined;
}

export interface WardStep {
  readonly state: WardMachine;
  readonly effects: readonly WardEffect[];
}

export function initialWard(cached: CachedWard | undefined, now: number): WardMachine {
  return {
    connection: 'connecting',
    view: {
      phase: 'loading',
      streams: cached?.streams,
      skippedCount: 0,
      staleSince: cached?.asOf,
      link: 'connecting',
      linkSince: now,
      listFailingSince: undefined,
      listKeepsFailing: false,
    },
    lastHeardAt: now,
    interruptedAt: undefined,
    pendingUpdates: undefined,
  };
}

/** The rooms for the cache. Undefined: no rooms are known. */
export function cachedWardOf({ view, lastHeardAt }: WardMachine): CachedWard | undefined {
  return view.streams && { asOf: view.staleSince ?? lastHeardAt, streams: view.streams };
}
