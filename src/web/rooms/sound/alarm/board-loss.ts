import type { ConnectionState } from '../../../api/connection-state.ts';
import type { ReportedLoss } from './loss-state.ts';

/** `ended`: nobody is signed in, or there is no valid token and the identity provider does not answer. */
export type SessionHealth = 'signed-in' | 'pending' | 'ended';

/** Whether a board shows a ward that is not current, or no ward at all. Undefined: it is current. */
export function lossOf(session: SessionHealth, connection: ConnectionState, now: number): ReportedLoss {
  if (session === 'ended') return { since: now, downSince: now };
  if (session === 'pending') return { since: now };
  switch (connection.kind) {
    case 'live':
    case 'polled':
      return undefined;
    case 'delayed':
      return { since: connection.since };
    case 'lost':
      return { since: connection.since, downSince: connection.downSince };
    // A page without rooms, such as the page after a crash.
    case 'connecting':
    case 'none':
      return { since: now };
  }
}
