/** The rows of the past of one room. */
import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { selectEndedAlerts } from '../../maintenance/prune.ts';

type Query = Database['query'];

const dayMs = 86_400_000;

/** `before`: epoch milliseconds. */
export interface RoomPast {
  readonly stream: string;
  readonly before: number;
}

/** The days since 1970 (UTC) of the report log, because its index begins with the day. */
export async function daysUntil(query: Query, before: number): Promise<readonly number[]> {
  const log = query.selectFrom('report').select('received_at as at').orderBy('sequence').limit(1);
  const first = Math.floor(((await log.executeTakeFirst())?.at ?? before) / dayMs);
  return Array.from({ length: Math.max(0, Math.floor(before / dayMs) - first + 1) }, (_, index) => first + index);
}

/** The sequence of the report that the room shows. It stays. */
export async function shownReportOf(query: Query, stream: string): Promise<number> {
  const log = query.selectFrom('report').select('received_at as at').orderBy('sequence', 'desc').limit(1);
  const newest = (await log.executeTakeFirst())?.at ?? 0;
  const days = (await daysUntil(query, newest)).toReversed();
  for (const day of days) {
    const row = await reportsOfDay(query, { stream, before: Infinity }, day)
      .select('sequence')
      .where('effect', '=', 'applied')
      .orderBy(sql`sequence + 0`, 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) return row.sequence;
  }
  return 0;
}

export function reportsOfDay(query: Query, { stream, before }: RoomPast, day: number) {
  const all = query
    .selectFrom('report')
    .where('stream_uuid', '=', stream)
    .where(sql<number>`received_at / 86400000`, '=', day);
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
