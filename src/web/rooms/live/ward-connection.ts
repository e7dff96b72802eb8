import type { ConnectionState } from '../../api/connection.ts';
import type { WardState } from './follow-ward.ts';

/** What the top bar says of a ward: a list that cannot be had is as bad as a lost link. */
export function connectionOf(ward: WardState): ConnectionState {
  if (ward.link === 'lost') return { kind: 'lost', since: ward.staleSince ?? ward.linkSince };
  if (ward.listFailingSince !== undefined) return { kind: 'lost', since: ward.staleSince ?? ward.listFailingSince };
  if (ward.link === 'delayed') return { kind: 'delayed', since: ward.linkSince };
  return ward.phase === 'loading' ? { kind: 'connecting' } : { kind: ward.link };
}
