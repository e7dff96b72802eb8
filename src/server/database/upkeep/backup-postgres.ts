/** A dump of our tables in PostgreSQL as they are at one moment, while the servers go on. */
import { rename, rm } from 'node:fs/promises';
import { sql, type Kysely } from 'kysely';
import type { Database, Schema } from '../database.ts';
import { BackupError, reasonOf } from './backup-error.ts';
import { assertSame, makePrivateFile } from './backup-sqlite.ts';
import { syncFile, syncFolderOf } from './file-sync.ts';
import type { BackupContent } from './look-into-backup.ts';
import { connectionOf, runTool, type ToolEnvironment } from './postgres-tools.ts';
import { countDump } from './restore-postgres.ts';
import { schemaVersion } from './schema-version.ts';
import { tables, withoutRows } from './tables.ts';

/** `to` is there only once it is whole and looked through. Throws BackupError. */
export async function backUpPostgres(
  { query }: Database,
  url: string,
  to: string,
  tools: ToolEnvironment,
): Promise<BackupContent> {
  const part = `${to}.part`;
  await makePrivateFile(part);
  try {
    // The rows are counted and dumped in the same moment: pg_dump takes over what this transaction sees.
    const content = await query
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        const { rows } = await sql<{
          snapshot: string;
          schema: string;
        }>`select pg_export_snapshot() as snapshot, current_schema() as schema`.execute(transaction);
        const [seen] = rows;
        if (seen === undefined) throw new BackupError('PostgreSQL gives no snapshot.');
        const { dbname, environment } = connectionOf(url, tools);
        const named = (table: string) => `"${seen.schema}"."${table}"`;
        const ours = ['schema_version', ...tables].map((table) => `--table=${named(table)}`);
        const empty = withoutRows.map((table) => `--exclude-table-data=${named(table)}`);
        const how = ['--format=custom', '--no-password', `--snapshot=${seen.snapshot}`, `--file=${part}`];
        await runTool('pg_dump', [...how, ...ours, ...empty, `--dbname=${dbname}`], environment);
        return { schemaVersion, counts: await countRows(transaction) };
      });
    await syncFile(part);
    assertSame(content, { schemaVersion, counts: (await countDump(part, tools)).counts });
    await rename(part, to);
    await syncFolderOf(to);
    return content;
  } catch (error) {
    await rm(part, { force: true });
    throw error instanceof BackupError ? error : new BackupError(`The backup failed: ${reasonOf(error)}`, error);
  }
}

async function countRows(query: Kysely<Schema>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    if (withoutRows.includes(table)) continue;
    const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(table)}`.execute(query);
    counts[table] = rows[0]?.total ?? 0;
  }
  return counts;
}
