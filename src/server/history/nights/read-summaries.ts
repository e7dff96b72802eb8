/** Reads the summaries of nights. A night that is not stored yet is counted from the log. */
import type { NightSummary } from '../../../domain/history/nights/night-summary.ts';
import type { TimeSpan } from '../../../domain/history/status-periods.ts';
import type { LocalClock } from '../../../domain/local-time/local-clock.ts';
import type { Database } from '../../database/database.ts';
import { countNight } from './count-night.ts';
import { parseSummary } from './night-table.ts';

interface SummaryRequest {
  readonly stream: string;
  readonly clock: LocalClock;
  readonly nights: readonly TimeSpan[];
}

/** Returns a summary for each of the nights, in their order. */
export async function readSummaries(
  query: Database['query'],
  { stream, clock, nights }: SummaryRequest,
): Promise<readonly NightSummary[]> {
  const rows = await query
    .selectFrom('room_night')
    .select(['from_at as from', 'summary'])
    .where('stream_uuid', '=', stream)
    .where(
      'from_at',
      'in',
      nights.map(({ from }) => from),
    )
    .where(({ eb, ref }) => eb('counted', '=', ref('wanted')))
    .execute();
  const stored = new Map(rows.map(({ from, summary }) => [from, summary]));
  const summaries: NightSummary[] = [];
  for (const night of nights) {
    const text = stored.get(night.from) ?? null;
    summaries.push(text === null ? await countNight(query, { stream, clock, night }) : parseSummary(text));
  }
  return summaries;
}
