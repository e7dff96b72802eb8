import type { ConnectionState } from '../../api/connection-state.ts';
import type { WardState } from './state-machine/ward-state.ts';

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
