/** Reads from the database when it was last backed up, and whether PostgreSQL archives its write-ahead log. */
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { toIsoTime } from '../../domain/iso-time.ts';
import type { Database } from '../database/database.ts';

type Query = Database['query'];

/** The values of the event of a backup that another program made. */
const Recorded = z.object({ finishedAt: z.iso.datetime() });

/** When the last backup was complete, in epoch milliseconds. Undefined: none is recorded. */
export async function readLastBackup(query: Query): Promise<number | undefined> {
  const backup = await query
    .selectFrom('audit_event')
    .select(['at', 'new_values'])
    .where('action', 'in', ['data.backup-complete', 'data.backup-recorded'])
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (backup === undefined) return undefined;
  const recorded = z.safeParse(Recorded, JSON.parse(backup.new_values ?? '{}'));
  return recorded.success ? Date.parse(recorded.data.finishedAt) : backup.at;
}

/**
 * The time since which changes are in no backup, in epoch milliseconds: the last backup, or the first audit event if
 * there was no backup, so that the warning does not appear on the first day. Undefined: nothing has changed yet.
 */
export async function readUnsavedSince(query: Query): Promise<number | undefined> {
  const backup = await readLastBackup(query);
  if (backup !== undefined) return backup;
  return (await query.selectFrom('audit_event').select('at').orderBy('at').limit(1).executeTakeFirst())?.at;
}

/** Reads the state of the archive, as `SystemFacts` has it. */
export async function readLogArchive({ kind, query }: Pick<Database, 'kind' | 'query'>) {
  if (kind === 'sqlite') return null;
  const { rows } = await sql<{ archived: Date | null; failed: Date | null }>`
    select last_archived_time as archived, last_failed_time as failed from pg_stat_archiver
    where current_setting('archive_mode') <> 'off'`.execute(query);
  const [row] = rows;
  if (row === undefined) return null;
  const at = row.archived?.getTime() ?? null;
  return { isFailing: row.failed !== null && row.failed.getTime() > (at ?? 0), at: toIsoTime(at) };
}
