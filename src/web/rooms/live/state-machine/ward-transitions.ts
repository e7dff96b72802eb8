import type { WardEvent } from './ward-events.ts';

/**
 * The state of the live connection of a ward.
 *
 * `interrupted`: the server ended the connection in an orderly way, as it does every few minutes when a
 * token expires. The board still shows `live` for a grace period, because staff would stop reading a
 * notice that appears every few minutes.
 * `resumed`: connected again within the grace period, and the list is still under way.
 */
export type Connection = 'connecting' | 'open' | 'delayed' | 'interrupted' | 'resumed' | 'lost';

/** `ended`: an orderly failure while the rooms shown are true. Any other failure is `failed`. */
type ConnectionEvent = WardEvent['type'] | 'ended';

/** The next connection state. An event that is not in the row leaves the state as it is. */
const transitions: Readonly<Record<Connection, Readonly<Partial<Record<ConnectionEvent, Connection>>>>> = {
  connecting: { opened: 'open', failed: 'lost' },
  open: { delayed: 'delayed', ended: 'interrupted', failed: 'lost' },
  delayed: { activity: 'open', ended: 'lost', failed: 'lost' },
  interrupted: { opened: 'resumed', ended: 'lost', failed: 'lost', 'grace-expired': 'lost', 'list-failed': 'lost' },
  resumed: {
    ended: 'lost',
    failed: 'lost',
    'list-received': 'open',
    'grace-expired': 'open',
    'list-failed': 'open',
  },
  lost: { opened: 'open' },
};

export function nextConnection(connection: Connection, event: ConnectionEvent): Connection {
  return transitions[connection][event] ?? connection;
}

export function isGracePeriod(connection: Connection): boolean {
  return connection === 'interrupted' || connection === 'resumed';
}
