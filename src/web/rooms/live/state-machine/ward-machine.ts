/** The state of the ward reducer, and what a step of it returns. */
import type { Connection, RoomChanges, WardEffect } from './ward-events.ts';
import type { CachedWard, WardState } from './ward-state.ts';

export interface WardMachine {
  readonly connection: Connection;
  /** The state that the page shows. The object stays the same while nothing changes on the page. */
  readonly view: WardState;
  readonly lastHeardAt: number;
  /** The time of the last byte before the grace period. Set in `interrupted` and `resumed` only. */
  readonly interruptedAt: number | undefined;
  /** The newest changes of each room since the list was requested. Undefined: the live connection is closed, or has its list. */
  readonly pending: RoomChanges | undefined;
}

export interface WardStep {
  readonly state: WardMachine;
  readonly effects: readonly WardEffect[];
}

/** After an orderly end of the connection the board still shows `live` for this long. */
export const gracePeriodMs = 2_500;

/**
 * The state of a page that has just opened. If the page was left while its rooms were current, and is back within the
 * grace period, it continues as after an orderly end of the connection. A renewal without a refresh token leaves the
 * page every few minutes, and staff would stop reading a notice that appears so often.
 */
export function initialWard(cached: CachedWard | undefined, now: number): WardMachine {
  const gracePeriodLeftMs = (cached?.leftAt ?? Number.NEGATIVE_INFINITY) + gracePeriodMs - now;
  const isBack = cached !== undefined && gracePeriodLeftMs > 0 && gracePeriodLeftMs <= gracePeriodMs;
  return {
    connection: isBack ? 'interrupted' : 'connecting',
    view: {
      phase: 'loading',
      streams: cached?.streams,
      skippedCount: 0,
      staleSince: isBack ? undefined : cached?.asOf,
      link: isBack ? 'live' : 'connecting',
      linkSince: now,
      listFailingSince: undefined,
      listKeepsFailing: false,
    },
    lastHeardAt: isBack ? cached.asOf : now,
    interruptedAt: isBack ? cached.asOf : undefined,
    pending: undefined,
  };
}

/** The rooms for the cache when the page is left. Undefined: the rooms are not current, or none are known. */
export function leftWardOf(machine: WardMachine, now: number): CachedWard | undefined {
  const ward = cachedWardOf(machine);
  const isCurrent = machine.connection === 'open' && machine.view.staleSince === undefined;
  return ward !== undefined && isCurrent ? { ...ward, leftAt: now } : undefined;
}

/** The rooms for the cache. Undefined: no rooms are known. */
export function cachedWardOf({ view, lastHeardAt }: WardMachine): CachedWard | undefined {
  return view.streams && { asOf: view.staleSince ?? lastHeardAt, streams: view.streams };
}
