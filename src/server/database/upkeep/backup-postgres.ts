/** A dump of our tables in PostgreSQL as they are at one moment, while the servers go on. */
import { stat } from 'node:fs/promises';
import { sql, type Kysely } from 'kysely';
import type { Database, Schema } from '../database.ts';
import { BackupError } from './backup-error.ts';
import { assertSame, type BackupWatch } from './backup-sqlite.ts';
import type { BackupContent } from './look-into-backup.ts';
import { connectionOf, runTool, type ToolEnvironment } from './postgres-tools.ts';
import { countDump } from './restore-postgres.ts';
import { schemaVersion } from './schema-version.ts';
import { tables, withoutRows } from './tables.ts';
import { writeWholeFile } from './whole-file.ts';

const mebibyte = 2 ** 20;
/** How often it is told how far it is. Milliseconds. */
const progressEveryMs = 500;

/** `to` is there only once it is whole and looked through. `progress`: in words. Throws BackupError. */
export async function backUpPostgres(
  { query }: Database,
  { url, to, tools }: { readonly url: string; readonly to: string; readonly tools: ToolEnvironment },
  { progress, signal }: BackupWatch<string>,
): Promise<BackupContent> {
  const part = `${to}.part`;

  async function write(): Promise<BackupContent> {
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
        const args = [...how, ...ours, ...empty, `--dbname=${dbname}`];
        await tellSize(part, progress, () => runTool('pg_dump', args, environment, { signal }));
        return { schemaVersion, counts: await countRows(transaction) };
      });
    progress('Dumped, looking the copy through');
    assertSame(content, { schemaVersion, counts: (await countDump(part, tools, signal)).counts });
    return content;
  }

  return writeWholeFile({ to, part, write, failure: 'The backup failed' });
}

/** How large a file has become, again and again while `work` fills it. */
async function tellSize<T>(file: string, progress: (text: string) => void, work: () => Promise<T>): Promise<T> {
  const tell = async () => progress(`${Math.floor((await stat(file)).size / mebibyte)} MiB dumped`);
  const telling = setInterval(() => void tell().catch(() => undefined), progressEveryMs);
  try {
    return await work();
  } finally {
    clearInterval(telling);
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
