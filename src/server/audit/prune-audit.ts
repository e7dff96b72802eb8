/** Deletes old events of the audit log. The database refuses to delete those of the last 90 days. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.ts';

/**
 * The number of events per statement. A statement blocks SQLite's only writer for some milliseconds, and waiting
 * reports are stored between two statements.
 */
const batchSize = 500;
const pauseMs = 50;

export async function countPrunableAuditEvents({ query }: Pick<Database, 'query'>, before: number): Promise<number> {
  const { total } = await query
    .selectFrom('audit_event')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('at', '<', before)
    .executeTakeFirstOrThrow();
  return total;
}

/** Deletes events older than `before`, in epoch milliseconds. Returns the number of deleted events. */
export async function pruneAuditEvents({ query }: Pick<Database, 'query'>, before: number): Promise<number> {
  for (let count = 0; ; await sleep(pauseMs)) {
    const old = query.selectFrom('audit_event').select('sequence').where('at', '<', before).orderBy('at');
    const rows = await old.limit(batchSize).execute();
    const sequences = rows.map(({ sequence }) => sequence);
    if (sequences.length > 0) await query.deleteFrom('audit_event').where('sequence', 'in', sequences).execute();
    count += sequences.length;
    if (sequences.length < batchSize) return count;
  }
}
