/** Records the times in which a server runs, so that a history shows the others as unknown. */
import type { Database } from '../../database/database.ts';

/** A longer time in which no process recorded that it runs is a gap. */
const maxGapMs = 60_000;

/** `now`: epoch milliseconds. `monotonic`: the time in milliseconds of a clock that never jumps. */
export function createRunRecorder(query: Database['query'], now: () => number, monotonic: () => number) {
  let recordedAt: number | undefined;
  return {
    /** Records that this process runs. With several processes a run lasts while one of them does. */
    record: async (): Promise<void> => {
      const newest = await query
        .selectFrom('server_run')
        .selectAll()
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirst();
      // A process that ran meanwhile has no gap, even if somebody has set the clock.
      const hasRun = recordedAt !== undefined && monotonic() - recordedAt <= maxGapMs;
      if (newest === undefined || (!hasRun && now() - newest.seen_at > maxGapMs)) {
        await query.insertInto('server_run').values({ started_at: now(), seen_at: now() }).execute();
      } else {
        await query.updateTable('server_run').set({ seen_at: now() }).where('sequence', '=', newest.sequence).execute();
      }
      recordedAt = monotonic();
    },
  };
}
