/** Reads the report log of one room by its index, which begins with the day of the receipt (UTC). */
import { sql } from 'kysely';
import type { LoggedReport, TimeSpan } from '../../domain/history/status-periods.ts';
import { maxDebounceMs } from '../../domain/ingest/ingest-rules.ts';
import { lateAfterMs } from '../../domain/ingest/report-rules.ts';
import type { Database } from '../database/database.ts';

type Query = Database['query'];

const dayMs = 86_400_000;
/** An applied report is received at most this long after its event: a debounce time can follow a delay. */
const maxDelayMs = lateAfterMs + maxDebounceMs;
/** A late report is found if it was received within this time after the end of the time span. */
const maxLatenessMs = 3 * dayMs;
/**
 * NOTE: an expression instead of the column, because PostgreSQL would otherwise follow the primary key through the whole log
 * to find the few entries of a room in order.
 */
const bySequence = sql<number>`sequence + 0`;
/** The status before a time span is searched in ever more days, because most rooms report many times a day. */
const searchedDayCounts = [1, 6, 30, 400];

/** The entries of one page, and how far they go. */
export interface LogPage {
  readonly entries: readonly LoggedReport[];
  /** The end of the page: that of the time span, or earlier if there are more entries. Epoch milliseconds. */
  readonly to: number;
}

/** Reads the entries of a time span in the order of the log. With more than `limit` entries the page ends before. */
export async function readRoomLog(query: Query, stream: string, span: TimeSpan, limit: number): Promise<LogPage> {
  const shown = await logOfDays(query, stream, span.from, span.to + maxDelayMs)
    .where('effect', '=', 'applied')
    .where('received_at', '>=', span.from)
    .where('at', '<', span.to)
    .orderBy(bySequence)
    .limit(limit + 1)
    .execute();
  const unshown = await logOfDays(query, stream, span.from, span.to + maxLatenessMs)
    .where('effect', 'in', ['late', 'unreachable'])
    .where('at', '>=', span.from)
    .where('at', '<', span.to)
    .orderBy('at')
    .orderBy('sequence')
    .limit(limit + 1)
    .execute();
  const ends = [shown, unshown].flatMap((entries) => entries[limit]?.at ?? []);
  return { entries: [...shown, ...unshown], to: Math.min(span.to, ...ends.map((end) => Math.max(end, span.from + 1))) };
}

/** The status that a room showed at an instant. Null: it had reported nothing, or nothing for more than a year. */
export async function readStatusAt(query: Query, stream: string, instant: number): Promise<number | null> {
  let end = instant;
  for (const dayCount of searchedDayCounts) {
    const start = startOfDay(end) - (dayCount - 1) * dayMs;
    const entry = await logOfDays(query, stream, start, end)
      .where('effect', '=', 'applied')
      .where('received_at', '<', instant)
      .orderBy(bySequence, 'desc')
      .limit(1)
      .executeTakeFirst();
    if (entry !== undefined) return entry.status;
    end = start - 1;
  }
  return null;
}

function startOfDay(instant: number): number {
  return Math.floor(instant / dayMs) * dayMs;
}

/** The entries that were received on the days of a time span. The number of days keeps the list of them short. */
function logOfDays(query: Query, stream: string, from: number, to: number) {
  const first = Math.floor(from / dayMs);
  const days = Array.from({ length: Math.floor(to / dayMs) - first + 1 }, (_, index) => first + index);
  return query
    .selectFrom('report')
    .select(['sequence', 'status', 'at', 'received_at as receivedAt', 'effect'])
    .where('stream_uuid', '=', stream)
    .where(sql<number>`received_at / 86400000`, 'in', days);
}
