import type { ConnectionState } from '../api/connection-state.ts';
import type { Room } from '../../domain/room.ts';

/** The rooms of a board and whether they are current. Instants are epoch milliseconds. */
export interface LiveBoard {
  /**
   * `connecting`: the rooms are from the cache, and neither a list nor a failure has arrived within the grace period.
   * `loading` until the subscription has received its first list.
   */
  readonly phase: 'connecting' | 'loading' | 'loaded';
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
  /** How many requests for the list have failed in a row. */
  readonly listFailureCount: number;
  /**
   * Since when the server counts as down. In the future: the server has ended the connection, and counts as down at
   * that time unless it is back. Undefined: the server has responded, or its state is not known.
   */
  readonly serverDownSince: number | undefined;
  /** The uuids of the rooms with a notification that arrived before the first list. */
  readonly firstNotified?: ReadonlySet<string> | undefined;
}

/** Cached rooms, with the time at which they were known to be current, in epoch milliseconds. */
export interface CachedBoard {
  readonly asOf: number;
  readonly streams: readonly Room[];
  /** When the page was left while the rooms were current, in epoch milliseconds. */
  readonly leftAt?: number | undefined;
}

/**
 * How long the board still shows `live` after the server has ended the connection on purpose, as it does every few
 * minutes when a token expires. Staff would stop reading a notice that appears so often.
 */
export const gracePeriodMs = 2_500;

/** Whether a page was left with current rooms and is back within the grace period, as after a renewal of its tokens. */
export function isBackInTime({ leftAt = Number.NEGATIVE_INFINITY }: CachedBoard): boolean {
  const awayMs = Date.now() - leftAt;
  return awayMs >= 0 && awayMs < gracePeriodMs;
}

/** The state of a page that has just opened. */
export function initialBoard(cached: CachedBoard | undefined): LiveBoard {
  const isBack = cached !== undefined && isBackInTime(cached);
  return {
    phase: cached === undefined || isBack ? 'loading' : 'connecting',
    streams: cached?.streams,
    skippedCount: 0,
    staleSince: isBack ? undefined : cached?.asOf,
    link: isBack ? 'live' : 'connecting',
    linkSince: Date.now(),
    listFailureCount: 0,
    serverDownSince: undefined,
  };
}

/**
 * The fields that change when the rooms of a board are stale. The link becomes `lost`, unless the connection is open.
 */
export function staleBoard({ phase, link, streams, staleSince }: LiveBoard, since: number, isLost: boolean) {
  return {
    phase: phase === 'connecting' ? ('loading' as const) : phase,
    ...((isLost || link === 'polled') && { link: 'lost' as const, linkSince: since }),
    staleSince: staleSince ?? (streams && since),
  };
}

interface ListOrigin {
  /** Whether the list was fetched without a live connection. */
  readonly isPolled: boolean;
  readonly outdatedSince: number | undefined;
}

/** The fields of a board that change when its list arrives. */
export function loadedBoard({ isPolled, outdatedSince }: ListOrigin) {
  const polledLink = outdatedSince === undefined ? ('polled' as const) : ('lost' as const);
  return {
    phase: 'loaded' as const,
    staleSince: outdatedSince,
    // An open connection leaves the link `polled` or `lost` until its first list arrives.
    link: isPolled ? polledLink : ('live' as const),
    ...(outdatedSince !== undefined && { linkSince: outdatedSince }),
    listFailureCount: 0,
    serverDownSince: undefined,
  };
}

/** The connection state for the top bar. Once the board has connected, stale rooms are `lost`, whatever the link is. */
export function connectionStateOf(board: LiveBoard): ConnectionState {
  const downSince = board.serverDownSince;
  if (board.phase === 'connecting') return { kind: 'connecting' };
  if (board.staleSince !== undefined) return { kind: 'lost', since: board.staleSince, downSince };
  if (board.link === 'lost') return { kind: 'lost', since: board.linkSince, downSince };
  if (board.listFailureCount > 0) return { kind: 'lost', since: board.linkSince, downSince };
  if (board.link === 'polled') return { kind: 'polled' };
  if (board.link === 'delayed') return { kind: 'delayed', since: board.linkSince };
  return board.phase === 'loading' ? { kind: 'connecting' } : { kind: board.link };
}

/**
 * Whether the board shows the large notice. A board without rooms shows it only after the second failed list, because
 * until then it is still loading (WARD-1).
 */
export function hasLargeNotice(board: LiveBoard): boolean {
  if (board.phase === 'connecting') return false;
  return board.staleSince !== undefined || board.link === 'lost' || board.listFailureCount > 1;
}
