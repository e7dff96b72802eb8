import type { ConnectionState } from '../../api/connection-state.ts';
import type { WardState } from './ward-subscription.ts';

/** What the top bar says of a ward. It never says more than the rooms do: while they lie grey, it is lost. */
export function connectionOf(ward: WardState): ConnectionState {
  if (ward.staleSince !== undefined) return { kind: 'lost', since: ward.staleSince };
  if (ward.link === 'lost') return { kind: 'lost', since: ward.linkSince };
  // A list that cannot be had is as bad as a lost link.
  if (ward.listFailingSince !== undefined) return { kind: 'lost', since: ward.listFailingSince };
  if (ward.link === 'delayed') return { kind: 'delayed', since: ward.linkSince };
  return ward.phase === 'loading' ? { kind: 'connecting' } : { kind: ward.link };
}

/**
 * Whether the board has to say in large letters that nobody may rely on it. A list that fails once where nothing is
 * shown yet is no reason: it is loading still (WARD-1).
 */
export function isUnreliable(ward: WardState): boolean {
  return ward.staleSince !== undefined || ward.link === 'lost' || ward.listKeepsFailing;
}
