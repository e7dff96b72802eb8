/** Reads the summaries of nights. */
import type { NightSummary } from '../../../domain/history/nights/night-summary.ts';
import type { TimeSpan } from '../../../domain/history/status-periods.ts';
import type { LocalClock } from '../../../domain/local-time/local-clock.ts';
import type { Database } from '../../database/database.ts';
import { countNight } from './count-night.ts';
import { parseSummary } from '../../database/night-table.ts';

type Query = Database['query'];

/** The stored summaries of nights of a room, by the beginning of the night. */
export type StoredNights = ReadonlyMap<number, NightSummary>;

/** Reads the summaries that are stored, by the uuid of the room. */
export async function readStoredNights(
  query: Query,
  streams: readonly string[],
  nights: readonly TimeSpan[],
): Promise<ReadonlyMap<string, StoredNights>> {
  const rows = await query
    .selectFrom('room_night')
    .select(['stream_uuid as stream', 'from_at as from', 'summary'])
    .where('stream_uuid', 'in', streams)
    .where(
      'from_at',
      'in',
      nights.map(({ from }) => from),
    )
    .where(({ eb, ref }) => eb('counted', '=', ref('wanted')))
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ stream }) => stream ?? '')].map(([stream, ofRoom]) => [
      stream,
      new Map(ofRoom.flatMap(({ from, summary }) => (summary === null ? [] : [[from, parseSummary(summary)]]))),
    ]),
  );
}

export interface SummarizedNight {
  readonly night: TimeSpan;
  readonly summary: NightSummary;
}

interface NightRequest {
  readonly stream: string;
  readonly clock: LocalClock;
  /** May go on. */
  readonly night: TimeSpan;
  readonly stored: StoredNights | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The summary of a night. If it is not stored, it is counted from the log. */
export async function summarizeNight(
  query: Query,
  { stream, clock, night, stored, now }: NightRequest,
): Promise<SummarizedNight> {
  const past = { from: night.from, to: Math.min(night.to, now) };
  return { night, summary: stored?.get(night.from) ?? (await countNight(query, { stream, clock, night: past })) };
}
