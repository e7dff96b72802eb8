/**
 * Sets the board as the demo's devices left it. A report of hours ago would go to the log and not
 * change a card, which is right for devices; the demo's begins with its rooms already lived in.
 */
import type { Database } from '../database/database.ts';
import type { RoomSighting } from './room-stories.ts';

/** `past` in the order of time, `now` in epoch milliseconds. The log gets it like any other reports, later on. */
export async function rememberPast(database: Database, past: readonly RoomSighting[], now: number): Promise<void> {
  const newest = new Map(past.map((seen) => [seen.stream, seen]));
  const notified = new Map(past.filter(({ notification }) => notification).map((seen) => [seen.stream, seen]));
  await database.query.transaction().execute(async (query) => {
    // Always in the same order, so that nobody waits for each other.
    for (const [stream, { status, at }] of [...newest].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      const told = notified.get(stream);
      await query
        .updateTable('stream')
        .set(({ eb }) => ({
          room_status: status,
          reported_at: at,
          last_notification: told?.status ?? null,
          last_notification_sent: told?.at ?? null,
          revision: eb('revision', '+', 1),
          seen_at: now,
          status_before_silence: null,
          pending_status: null,
          pending_at: null,
          pending_notification: null,
          pending_due_at: null,
        }))
        .where('uuid', '=', stream)
        .execute();
    }
  });
}
