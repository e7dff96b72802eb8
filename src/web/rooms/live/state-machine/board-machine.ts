/** The state of the board reducer, and what a step of it returns. */
import type { Connection, RoomChanges, BoardEffect } from './board-events.ts';
import type { CachedBoard, LiveBoard } from './live-board.ts';

export interface BoardMachine {
  readonly connection: Connection;
  /** The state that the page shows. The object stays the same while nothing changes on the page. */
  readonly view: LiveBoard;
  readonly lastHeardAt: number;
  /** The time of the last byte before the grace period. Set in `interrupted` and `resumed` only. */
  readonly interruptedAt: number | undefined;
  /** The newest changes of each room since the list was requested. Undefined: the live connection is closed, or has its list. */
  readonly pending: RoomChanges | undefined;
}

export interface BoardStep {
  readonly state: BoardMachine;
  readonly effects: readonly BoardEffect[];
}

/** After an orderly end of the connection the board still shows `live` for this long. */
export const gracePeriodMs = 2_500;

/**
 * The state of a page that has just opened. If the page was left while its rooms were current, and is back within the
 * grace period, it continues as after an orderly end of the connection. A renewal without a refresh token leaves the
 * page every few minutes, and staff would stop reading a notice that appears so often.
 */
export function initialBoard(cached: CachedBoard | undefined, now: number): BoardMachine {
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
      serverDownSince: undefined,
    },
    lastHeardAt: isBack ? cached.asOf : now,
    interruptedAt: isBack ? cached.asOf : undefined,
    pending: undefined,
  };
}

/** The rooms for the cache when the page is left. Undefined: the rooms are not current, or none are known. */
export function leftBoardOf(machine: BoardMachine, now: number): CachedBoard | undefined {
  const board = cachedBoardOf(machine);
  const isCurrent = machine.connection === 'open' && machine.view.staleSince === undefined;
  return board !== undefined && isCurrent ? { ...board, leftAt: now } : undefined;
}

/** The rooms for the cache. Undefined: no rooms are known. */
export function cachedBoardOf({ view, lastHeardAt }: BoardMachine): CachedBoard | undefined {
  return view.streams && { asOf: view.staleSince ?? lastHeardAt, streams: view.streams };
}
