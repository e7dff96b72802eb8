import type { TimeSpan } from '../../domain/history/status-periods.ts';
import type { Database } from '../database/database.ts';

/** So many starts of the server are read. A time span is at most a month. */
const maxRuns = 1_000;

/** The times in a time span in which no server ran. Before the first run nothing is known, and it is no gap. */
export async function readServerGaps(query: Database['query'], { from, to }: TimeSpan): Promise<readonly TimeSpan[]> {
  const runs = query.selectFrom('server_run').select(['started_at as startedAt', 'seen_at as seenAt']);
  const before = await runs.where('started_at', '<=', from).orderBy('sequence', 'desc').limit(1).executeTakeFirst();
  const later = await runs.where('started_at', '>', from).orderBy('sequence').limit(maxRuns).execute();
  const known = before === undefined ? later : [before, ...later];
  return known.flatMap(({ startedAt }, index) => {
    const gap = { from: Math.max(from, known[index - 1]?.seenAt ?? Infinity), to: Math.min(startedAt, to) };
    return gap.from < gap.to ? [gap] : [];
  });
}
