import type { Room, RoomAlerts, RoomUpdate } from '../../../../domain/room.ts';
import type { StreamDiff } from './stream-diff.ts';

export interface RoomList {
  readonly items: readonly Room[];
  /** The number of rooms in the list that could not be read. */
  readonly skippedCount: number;
  /** The time since which the server stores no reports, in epoch milliseconds. The rooms may be wrong since then. */
  readonly outdatedSince?: number | undefined;
}

/** What the live connection sends: updates of room statuses, and the open alerts of rooms. */
export interface RoomChanges {
  readonly updates: readonly RoomUpdate[];
  readonly alerts: readonly RoomAlerts[];
}

export const noChanges: RoomChanges = { updates: [], alerts: [] };

/** The events of a board's subscription. `now`: epoch milliseconds. */
export type BoardEvent =
  | { readonly type: 'opened'; readonly now: number }
  /** The server sent any byte, also one that belongs to no event. */
  | { readonly type: 'activity'; readonly now: number }
  | { readonly type: 'delayed' }
  | { readonly type: 'updates'; readonly changes: RoomChanges }
  /** An update could not be read, so a room on the board may be out of date. */
  | { readonly type: 'update-unreadable' }
  | {
      readonly type: 'failed';
      readonly isFatal: boolean;
      readonly isOrderly: boolean;
      /** No server has answered the request for the connection. */
      readonly isRefused: boolean;
      readonly now: number;
    }
  | { readonly type: 'grace-expired' }
  | { readonly type: 'list-received'; readonly list: RoomList; readonly now: number }
  | { readonly type: 'list-failed'; readonly now: number }
  /** The last list is 30 s old. */
  | { readonly type: 'list-overdue' };

/**
 * The commands of the reducer. Each of the first four replaces a list request that is waiting or running; they differ
 * in their delay. `reopen`: open a new event stream, because a fatal failure ended the old one.
 */
export type BoardCommand =
  | 'fetch-list'
  | 'fetch-list-soon'
  | 'retry-list'
  | 'poll-list'
  | 'start-grace-period'
  | 'end-grace-period'
  | 'schedule-reload'
  | 'cancel-reload'
  | 'reopen'
  | 'write-cache';

export type BoardEffect = BoardCommand | { readonly announce: StreamDiff };

/**
 * The state of the live connection of a board.
 *
 * `interrupted`: the server ended the connection in an orderly way, as it does every few minutes when a token expires.
 * The board still shows `live` for a grace period, because staff would stop reading a notice that appears every few
 * minutes. `resumed`: the connection is open again within the grace period, and the list has not arrived yet.
 */
export type Connection = 'connecting' | 'open' | 'delayed' | 'interrupted' | 'resumed' | 'lost';

/** `ended`: an orderly failure while the shown rooms are current. Any other failure is `failed`. */
type ConnectionEvent = BoardEvent['type'] | 'ended';

/** The transitions of each connection state. An event that is missing in a row does not change the state. */
const transitions: Readonly<Record<Connection, Readonly<Partial<Record<ConnectionEvent, Connection>>>>> = {
  connecting: { opened: 'open', ended: 'lost', failed: 'lost' },
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
