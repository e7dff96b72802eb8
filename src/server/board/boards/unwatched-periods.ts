import { isUnwatched, neverMs, unwatchedAfterMs } from '../../../domain/watched-ward.ts';
import type { TimeSpan } from '../../../domain/history/status-periods.ts';
import type { Database } from '../../database/database.ts';

/** A time in which no board with sound showed a ward. `to` is null while it goes on. Epoch milliseconds. */
interface UnwatchedPeriod {
  readonly from: number;
  readonly to: number | null;
}

/**
 * When a board showed the ward for the first time. Undefined: none has yet. NOTE: an earlier `prune` deleted old periods,
 * so the first known time may be later. Epoch milliseconds.
 */
export async function readFirstWatched(query: Database['query'], wardUUID: string): Promise<number | undefined> {
  const row = await query
    .selectFrom('ward')
    .leftJoin('unwatched_period', 'unwatched_period.ward_uuid', 'ward.uuid')
    .select(({ fn }) => ['watched_at', fn.min('to_at').as('first')])
    .where('uuid', '=', wardUUID)
    .groupBy('watched_at')
    .executeTakeFirst();
  return row?.first ?? row?.watched_at ?? undefined;
}

/** The times in a time span in which nobody watched the ward. */
export async function readUnwatchedPeriods(
  query: Database['query'],
  wardUUID: string,
  { from, to, now }: TimeSpan & { readonly now: number },
): Promise<readonly UnwatchedPeriod[]> {
  const past = await query
    .selectFrom('unwatched_period')
    .select(['from_at as from', 'to_at as to'])
    .where('ward_uuid', '=', wardUUID)
    .where('from_at', '<', to)
    .where('to_at', '>', from)
    .orderBy('from_at')
    .execute();
  const ward = await query
    .selectFrom('ward')
    .select('watched_at as from')
    .where('uuid', '=', wardUUID)
    .executeTakeFirst();
  const since = ward?.from ?? neverMs;
  const present = isUnwatched(since, now - unwatchedAfterMs, now) && since < to ? [{ from: since, to: null }] : [];
  return [...past, ...present].map((period) => ({
    from: Math.max(from, period.from),
    to: period.to === null && to >= now ? null : Math.min(to, period.to ?? now),
  }));
}
