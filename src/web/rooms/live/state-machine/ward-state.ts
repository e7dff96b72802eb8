import type { ConnectionState } from '../../../api/connection-state.ts';
import type { Stream } from '../../../../domain/stream.ts';

/** A ward's rooms and how far they can be trusted. Instants are epoch milliseconds. */
export interface WardState {
  /** `loading` until the first list of this subscription has arrived. */
  readonly phase: 'loading' | 'loaded';
  /** While loading, the rooms of the cache. Undefined if there are none. */
  readonly streams: readonly Stream[] | undefined;
  /** The last moment at which the rooms were known to be true. Undefined while they are. */
  readonly staleSince: number | undefined;
  readonly link: 'connecting' | 'live' | 'delayed' | 'lost';
  /** Start of the current link state. For `delayed` and `lost`: the last sign of life. */
  readonly linkSince: number;
  /** Undefined unless the last request for the list failed. */
  readonly listFailingSince: number | undefined;
  /** At least two requests for the list failed in a row. */
  readonly listKeepsFailing: boolean;
}

/** The rooms of a ward and the moment at which they were known to be true, epoch milliseconds. */
export interface CachedWard {
  readonly asOf: number;
  readonly streams: readonly Stream[];
}

/** The connection state for the top bar. While the rooms are stale it is `lost`, whatever the link is. */
export function connectionOf(ward: WardState): ConnectionState {
  if (ward.staleSince !== undefined) return { kind: 'lost', since: ward.staleSince };
  if (ward.link === 'lost') return { kind: 'lost', since: ward.linkSince };
  if (ward.listFailingSince !== undefined) return { kind: 'lost', since: ward.listFailingSince };
  if (ward.link === 'delayed') return { kind: 'delayed', since: ward.linkSince };
  return ward.phase === 'loading' ? { kind: 'connecting' } : { kind: ward.link };
}

/**
 * Whether the board shows its large notice. One failed list is no reason for it while no rooms are
 * shown yet, because the board is still loading (WARD-1).
 */
export function isUnreliable(ward: WardState): boolean {
  return ward.staleSince !== undefined || ward.link === 'lost' || ward.listKeepsFailing;
}
