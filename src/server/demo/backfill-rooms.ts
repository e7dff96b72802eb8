/**
 * Backfills the board with the simulated past. The past cannot be sent as reports, because the ingest rules store
 * reports of hours ago without changing the card.
 */
import type { Database } from '../database/database.ts';
import type { RoomReport } from './simulate-rooms.ts';

/** `past` is in order of time; `now` is in epoch milliseconds. */
export async function backfillRooms(database: Database, past: readonly RoomReport[], now: number): Promise<void> {
  const newest = new Map(past.map((report) => [report.stream, report]));
  const notified = new Map(past.filter(({ notification }) => notification).map((report) => [report.stream, report]));
  await database.query.transaction().execute(async (query) => {
    // Ordered by uuid, like all writers of several streams, so that no deadlock is possible.
    for (const [stream, { status, at }] of [...newest].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      const lastNotified = notified.get(stream);
      await query
        .updateTable('stream')
        .set(({ eb }) => ({
          room_status: status,
          reported_at: at,
          last_notification: lastNotified?.status ?? null,
          last_notification_sent: lastNotified?.at ?? null,
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
