/** Reads the report log of rooms by its index, which begins with the day of the receipt (UTC) and the room. */
import type { EventReport } from '../../domain/history/nights/activity.ts';
import type { LoggedReport, ShownReport, TimeSpan } from '../../domain/history/status-periods.ts';
import { maxDebounceMs } from '../../domain/ingest/ingest-rules.ts';
import { lateAfterMs } from '../../domain/ingest/report-rules.ts';
import { clockToleranceMs } from '../../domain/ingest/report-time.ts';
import type { Database } from '../database/database.ts';
import { bySequence, dayOfReceipt, daysBetween } from '../database/report-days.ts';
import { maxLatenessMs } from '../database/touched-nights.ts';

type Query = Database['query'];

const dayMs = 86_400_000;
/** An applied report is received at most this long after its event: a debounce time can follow a delay. */
const maxDelayMs = lateAfterMs + maxDebounceMs;
/** The status before a time span is searched in ever more days, because most rooms report many times a day. */
const searchedDayCounts = [1, 6, 30, 400];

/** A page has thousands of entries, so it reads no column that it does not need. */
const shownColumns = ['stream_uuid as stream', 'status', 'at'] as const;
const allColumns = [...shownColumns, 'received_at as receivedAt', 'effect'] as const;

/** An entry and its room. */
type OfRoom<Entry> = Entry & { readonly stream: string };

/** The entries of one page, and how far they go. */
export interface LogPage<Entry> {
  readonly entries: readonly OfRoom<Entry>[];
  /** The end of the page: that of the time span, or earlier if there are more entries. Epoch milliseconds. */
  readonly to: number;
}

/** Reads the reports that the rooms showed in a time span, in the order of the log, at most `limit`. */
export async function readShownReports(
  query: Query,
  streams: readonly string[],
  { from, to }: TimeSpan,
  limit: number,
): Promise<LogPage<ShownReport>> {
  const entries = await logOfDays(query, streams, from, to + maxDelayMs)
    .select(shownColumns)
    .where('effect', '=', 'applied')
    .where('received_at', '>=', from)
    .where('at', '<', to)
    .orderBy(bySequence)
    .limit(limit + 1)
    .execute();
  return pageOf(entries, { from, to }, limit);
}

/** Reads the reports whose event is in a time span and that no card showed, by the time of the event. */
export async function readUnshownReports(
  query: Query,
  streams: readonly string[],
  { from, to }: TimeSpan,
  limit: number,
): Promise<LogPage<LoggedReport>> {
  const entries = await logOfDays(query, streams, from, to + maxLatenessMs)
    .select(allColumns)
    .where('effect', 'in', ['late', 'unreachable'])
    .where('at', '>=', from)
    .where('at', '<', to)
    .orderBy('at')
    .orderBy('sequence')
    .limit(limit + 1)
    .execute();
  return pageOf(entries, { from, to }, limit);
}

/**
 * Reads the reports whose event is in a time span, and that rooms showed or got late, in the order of the log. A report
 * that arrived later than `maxLatenessMs` is not among them.
 */
export function readReportsByEvent(
  query: Query,
  streams: readonly string[],
  { from, to }: TimeSpan,
): Promise<readonly OfRoom<EventReport>[]> {
  return logOfDays(query, streams, from, to + maxLatenessMs)
    .select([...shownColumns, 'effect'])
    .where('effect', 'in', ['applied', 'late'])
    .where('received_at', '>=', from)
    .where('at', '<', to)
    .orderBy(bySequence)
    .execute();
}

/** An entry that a card showed. `sequence`: its number in the log. */
export interface ShownEntry extends OfRoom<LoggedReport> {
  readonly sequence: number;
}

/** Reads the reports that a room showed and whose event is in a time span, in the order of the log, after an entry. */
export async function readEntriesAfter(
  query: Query,
  stream: string,
  { from, to }: TimeSpan,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly ShownEntry[]> {
  return logOfDays(query, [stream], from - clockToleranceMs, to + maxDelayMs)
    .select([...allColumns, 'sequence'])
    .where('effect', '=', 'applied')
    .where('at', '>=', from)
    .where('at', '<', to)
    .where(bySequence, '>', after)
    .orderBy(bySequence)
    .limit(limit)
    .execute();
}

/** Reads one entry that a room showed. */
export async function readShownEntry(query: Query, stream: string, sequence: number): Promise<ShownEntry | undefined> {
  return query
    .selectFrom('report')
    .select([...allColumns, 'sequence'])
    .where('sequence', '=', sequence)
    .where('stream_uuid', '=', stream)
    .where('effect', '=', 'applied')
    .executeTakeFirst();
}

function pageOf<Entry extends ShownReport>(
  entries: readonly OfRoom<Entry>[],
  { from, to }: TimeSpan,
  limit: number,
): LogPage<Entry> {
  const further = entries[limit];
  return { entries, to: further === undefined ? to : Math.min(to, Math.max(further.at, from + 1)) };
}

/**
 * The status that each room showed at an instant. A room without one had reported nothing, or nothing for more than a
 * year.
 */
export async function readStatusesAt(
  query: Query,
  streams: readonly string[],
  instant: number,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  let end = instant;
  for (const dayCount of searchedDayCounts) {
    const missing = streams.filter((stream) => !found.has(stream));
    if (missing.length === 0) break;
    const start = startOfDay(end) - (dayCount - 1) * dayMs;
    const newest = logOfDays(query, missing, start, end)
      .select(({ fn }) => fn.max(bySequence).as('sequence'))
      .where('effect', '=', 'applied')
      .where('received_at', '<', instant)
      .groupBy('stream_uuid');
    const rows = await query
      .selectFrom('report')
      .select(['stream_uuid as stream', 'status'])
      .where('sequence', 'in', newest)
      .execute();
    for (const { stream, status } of rows) found.set(stream, status);
    end = start - 1;
  }
  return found;
}

function startOfDay(instant: number): number {
  return Math.floor(instant / dayMs) * dayMs;
}

/** The entries of the rooms that were received on the days of a time span. The number of days keeps their list short. */
function logOfDays(query: Query, streams: readonly string[], from: number, to: number) {
  return query
    .selectFrom('report')
    .where('stream_uuid', 'in', streams)
    .where(dayOfReceipt, 'in', daysBetween(from, to));
}
