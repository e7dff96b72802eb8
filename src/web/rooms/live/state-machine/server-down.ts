/** Since when the server of a board is known to be down. */
import type { BoardEvent, Connection } from './board-events.ts';
import type { LiveBoard } from './live-board.ts';

/**
 * A server that stops ends its connections in an orderly way, and is usually back within this time, with a new version or
 * without one. A connection that breaks announces no return.
 */
const restartTimeoutMs = 10_000;

/** Adds to the board since when its server is down. `connection`: the state of the live connection after the event. */
export function withServerDownSince(view: LiveBoard, event: BoardEvent, connection: Connection): LiveBoard {
  const serverDownSince = downSinceAfter(view.serverDownSince, event, connection);
  return serverDownSince === view.serverDownSince ? view : { ...view, serverDownSince };
}

function downSinceAfter(known: number | undefined, event: BoardEvent, connection: Connection): number | undefined {
  switch (event.type) {
    case 'opened':
    case 'list-received':
      return undefined;
    case 'failed':
      if (event.isOrderly) return known ?? event.now + restartTimeoutMs;
      return event.isRefused ? (known ?? event.now) : known;
    case 'list-failed':
      return connection === 'lost' ? (known ?? event.now) : known;
    default:
      return known;
  }
}
