import type { ConnectionState } from '../../../api/connection-state.ts';
import type { Room } from '../../../../domain/room.ts';

/** The rooms of a board, and whether they are current. Instants are epoch milliseconds. */
export interface LiveBoard {
  /** `loading` until the subscription has received its first list. */
  readonly phase: 'loading' | 'loaded';
  /** The shown rooms. While loading, they come from the cache. Undefined: there are none. */
  readonly streams: readonly Room[] | undefined;
  /** The number of rooms in the last list that could not be read. They are not shown. */
  readonly skippedCount: number;
  /** The last moment at which the rooms were known to be current. Undefined while they are current. */
  readonly staleSince: number | undefined;
  /** `polled`: there is no live connection, and the list is fetched every 15 s instead. */
  readonly link: 'connecting' | 'live' | 'delayed' | 'polled' | 'lost';
  /** The start of the current link state. For `delayed` and `lost`: the time of the last byte. */
  readonly linkSince: number;
  /** Since when the list cannot be fetched. Undefined: the last request succeeded or has not ended. */
  readonly listFailingSince: number | undefined;
  /** At least two requests for the list have failed in a row. */
  readonly listKeepsFailing: boolean;
  /**
   * Since when the server is known to be down. In the future: the server has ended the connection, and counts as down
   * from then on unless it is back. Undefined: it has answered, or nothing is known.
   */
  readonly serverDownSince: number | undefined;
}

/** The rooms of a board and the moment at which they were known to be current, in epoch milliseconds. */
export interface CachedBoard {
  readonly asOf: number;
  readonly streams: readonly Room[];
  /** When the page was left while the rooms were current, in epoch milliseconds. */
  readonly leftAt?: number | undefined;
}

/** The connection state for the top bar. While the rooms are stale the state is `lost`, whatever the link is. */
export function connectionOf(board: LiveBoard): ConnectionState {
  const downSince = board.serverDownSince;
  if (board.staleSince !== undefined) return { kind: 'lost', since: board.staleSince, downSince };
  if (board.link === 'lost') return { kind: 'lost', since: board.linkSince, downSince };
  if (board.listFailingSince !== undefined) return { kind: 'lost', since: board.listFailingSince, downSince };
  if (board.link === 'polled') return { kind: 'polled' };
  if (board.link === 'delayed') return { kind: 'delayed', since: board.linkSince };
  return board.phase === 'loading' ? { kind: 'connecting' } : { kind: board.link };
}

/**
 * Whether the board shows the large notice. A board without rooms shows no notice after one failed list, because the
 * board is still loading (WARD-1).
 */
export function isUnreliable(board: LiveBoard): boolean {
  return board.staleSince !== undefined || board.link === 'lost' || board.listKeepsFailing;
}
