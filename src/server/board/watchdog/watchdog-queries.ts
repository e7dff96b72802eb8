/** The streams that the watchdog has to check. It leaves out those of a client that moves to another cell right now. */
import { ingestRulesOfStream } from '../../../contract/rules/ingest-rules.ts';
import { maxDebounceMs, minDefaultOfflineAfterMs, minOfflineAfterMs } from '../../../domain/ingest/ingest-rules.ts';
import { clockToleranceMs } from '../../../domain/ingest/report-time.ts';
import type { Database } from '../../database/database.ts';

type Query = Database['query'];

/** Streams whose debounce time is over, or whose due time is impossible because the server's clock was set back. */
export async function findDebounceExpiries(query: Query, now: number): Promise<readonly string[]> {
  const rows = await query
    .selectFrom('stream')
    .select('uuid')
    .where('pending_due_at', 'is not', null)
    .where('is_frozen', '=', 0)
    .where((sql) => sql.or([sql('pending_due_at', '<=', now), sql('pending_due_at', '>', now + maxDebounceMs)]))
    .execute();
  return rows.map(({ uuid }) => uuid);
}

/** Streams with an alert that is due. `isClockSet`: all streams with a due time, because it may be wrong now. */
export async function findAlertExpiries(query: Query, now: number, isClockSet: boolean): Promise<readonly string[]> {
  const rows = await query
    .selectFrom('stream')
    .select('uuid')
    .where('alert_due_at', 'is not', null)
    .where('is_frozen', '=', 0)
    .$if(!isClockSet, (due) => due.where('alert_due_at', '<=', now))
    .execute();
  return rows.map(({ uuid }) => uuid);
}

/** Online streams that may have been silent for too long. */
export async function findOverdueStreams(query: Query, now: number) {
  const rows = await query
    .selectFrom('stream')
    .select(['uuid', 'type', 'rules', 'seen_at as seenAt'])
    .where('status', '=', 'ACTIVE')
    .where('is_frozen', '=', 0)
    .where('status_before_silence', 'is', null)
    .where((sql) =>
      sql.or([
        sql.and([sql('rules', 'is', null), sql('seen_at', '<=', now - minDefaultOfflineAfterMs)]),
        sql.and([sql('rules', 'is not', null), sql('seen_at', '<=', now - minOfflineAfterMs)]),
      ]),
    )
    .execute();
  return rows.flatMap(({ uuid, type, rules, seenAt }) => {
    const { offlineAfterMs } = ingestRulesOfStream(type, rules);
    return offlineAfterMs === null || seenAt === null ? [] : [{ uuid, seenAt, offlineAfterMs }];
  });
}

/**
 * Sets `seen_at` to now where it is in the future, because the clock was set back, and where it is missing although
 * something about the room is known. Such a device would never go offline. A room that never sent anything has none.
 */
export async function correctSeenTimes(query: Query, now: number): Promise<void> {
  await query
    .updateTable('stream')
    .set(({ eb, ref }) => ({
      seen_at: now,
      // `watched_since` equals `seen_at` for a device that has sent nothing yet but that its gateway calls offline.
      watched_since: eb
        .case()
        .when(eb.or([eb('seen_at', 'is', null), eb('watched_since', '=', ref('seen_at'))]))
        .then(now)
        .else(ref('watched_since'))
        .end(),
    }))
    .where((sql) =>
      sql.or([
        sql('seen_at', '>', now + clockToleranceMs),
        sql.and([sql('seen_at', 'is', null), sql('revision', '>', 0)]),
      ]),
    )
    .execute();
}
