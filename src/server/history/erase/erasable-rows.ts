/** The rows of the past of one room. */
import type { Database } from '../../database/database.ts';
import { bySequence, dayOfReceipt, daysBetween, readLogEnd, readLogStart } from '../../database/report-days.ts';
import { selectEndedAlerts } from '../../maintenance/prune.ts';

type Query = Database['query'];

/** `before`: epoch milliseconds. */
export interface RoomPast {
  readonly stream: string;
  readonly before: number;
}

/** The days of the report log until an instant. */
export async function daysUntil(query: Query, before: number): Promise<readonly number[]> {
  return daysBetween((await readLogStart(query)) ?? before, before);
}

/** The sequence of the report that the room shows. It stays. */
export async function shownReportOf(query: Query, stream: string): Promise<number> {
  const days = (await daysUntil(query, (await readLogEnd(query)) ?? 0)).toReversed();
  for (const day of days) {
    const row = await reportsOfDay(query, { stream, before: Infinity }, day)
      .select('sequence')
      .where('effect', '=', 'applied')
      .orderBy(bySequence, 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) return row.sequence;
  }
  return 0;
}

export function reportsOfDay(query: Query, { stream, before }: RoomPast, day: number) {
  const all = query.selectFrom('report').where('stream_uuid', '=', stream).where(dayOfReceipt, '=', day);
  return Number.isFinite(before) ? all.where('received_at', '<', before) : all;
}

export function selectEndedAlertsOf(query: Query, { stream, before }: RoomPast) {
  return selectEndedAlerts(query, before).where('stream_uuid', '=', stream);
}

/** The events of pauses that have ended. */
export async function pastPauseEvents(query: Query, { stream, before }: RoomPast): Promise<readonly number[]> {
  const rows = await query
    .selectFrom('pause_event')
    .select(['sequence', 'at', 'event', 'ends_at'])
    .where('stream_uuid', '=', stream)
    .orderBy('sequence')
    .execute();
  const newest = rows.at(-1);
  const running = newest?.event === 'paused' && (newest.ends_at ?? 0) > before ? newest.sequence : undefined;
  return rows.filter(({ at, sequence }) => at < before && sequence !== running).map(({ sequence }) => sequence);
}
