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
  /** The latest may go on. */
  readonly nights: readonly TimeSpan[];
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface SummarizedNight {
  readonly night: TimeSpan;
  readonly summary: NightSummary;
}

/** Returns the nights with their summaries, in their order. */
export async function readSummaries(
  query: Database['query'],
  { stream, clock, nights, now }: SummaryRequest,
): Promise<readonly SummarizedNight[]> {
  const starts = nights.map(({ from }) => from);
  const rows = await query
    .selectFrom('room_night')
    .select(['from_at as from', 'summary'])
    .where('stream_uuid', '=', stream)
    .where('from_at', 'in', starts)
    .where(({ eb, ref }) => eb('counted', '=', ref('wanted')))
    .execute();
  const stored = new Map(rows.map(({ from, summary }) => [from, summary]));
  const summarized: SummarizedNight[] = [];
  for (const night of nights) {
    const text = stored.get(night.from) ?? null;
    const past = { from: night.from, to: Math.min(night.to, now) };
    const summary = text === null ? await countNight(query, { stream, clock, night: past }) : parseSummary(text);
    summarized.push({ night, summary });
  }
  return summarized;
}
