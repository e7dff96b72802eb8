/** Puts a dump in the place of our tables in PostgreSQL, which are kept aside in a schema of their own. */
import { stat } from 'node:fs/promises';
import { sql, type Kysely } from 'kysely';
import type { Database, Schema } from '../database.ts';
import { BackupError, reasonOf } from './backup-error.ts';
import { connectionOf, runTool, type ToolEnvironment } from './postgres-tools.ts';
import { tables } from './tables.ts';

const allTables = ['schema_version', ...tables];

interface DumpContent {
  /** Of PostgreSQL, that the tables were in. */
  readonly schemas: ReadonlySet<string>;
  /** Rows by table. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Throws BackupError where it is no dump of ours or damaged. */
export async function lookIntoDump(file: string, tools: ToolEnvironment): Promise<DumpContent['counts']> {
  await stat(file).catch((error: unknown) => {
    throw new BackupError(`${file} cannot be read: ${reasonOf(error)}`, error);
  });
  return (await countDump(file, tools)).counts;
}

/** Reads the whole file: its list of contents, and every row. Throws BackupError. */
export async function countDump(file: string, tools: ToolEnvironment, signal?: AbortSignal): Promise<DumpContent> {
  const listed = new Set<string>();
  const take = (line: string) => {
    const [, table] = / TABLE DATA \S+ (\S+) /.exec(line) ?? [];
    if (table !== undefined) listed.add(table);
  };
  await runTool('pg_restore', ['--list', file], tools, { signal, onLine: take }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw new BackupError(`${file} is no backup: ${reasonOf(error)}`, error);
  });
  const missing = ['schema_version', 'stream', 'report'].filter((table) => !listed.has(table));
  if (missing.length > 0) throw new BackupError(`${file} holds no data of Room Status: no ${missing.join(', no ')}.`);
  const counts: Record<string, number> = {};
  const schemas = new Set<string>();
  let table: string | undefined;
  const count = (line: string) => {
    const [, schema, name] = /^COPY "?(.+?)"?\."?(\w+)"? \(.*\) FROM stdin;$/.exec(line) ?? [];
    if (table === undefined && schema !== undefined && name !== undefined) {
      table = name;
      counts[name] = 0;
      schemas.add(schema);
    } else if (line === '\\.') table = undefined;
    else if (table !== undefined) counts[table] = (counts[table] ?? 0) + 1;
  };
  await runTool('pg_restore', ['--data-only', '--file=-', file], tools, { signal, onLine: count });
  return { counts, schemas };
}

interface RestoreOptions {
  readonly database: Database;
  readonly url: string;
  readonly file: string;
  readonly counts: DumpContent['counts'];
  /** For the name of what is kept aside. */
  readonly stamp: string;
  readonly tools: ToolEnvironment;
  /** Stops it, as long as the backup is not in place. */
  readonly signal: AbortSignal;
}

/** The schema that what was there is kept in, if there was anything. Throws BackupError; nothing has changed then. */
export async function restorePostgres(options: RestoreOptions): Promise<string | undefined> {
  const { database, url, file, counts, stamp, tools, signal } = options;
  const { query } = database;
  const { dbname, environment } = connectionOf(url, tools);
  const { schemas } = await countDump(file, tools, signal);
  const schema = await currentSchema(query);
  if (!schemas.has(schema)) {
    throw new BackupError(`${file} is of the schema ${[...schemas].join(', ')}, and this database uses ${schema}.`);
  }
  await assertAlone(query);
  const aside = `before_restore_${stamp.toLowerCase()}`;
  const moved = await move(query, schema, aside);
  try {
    const how = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--no-password'];
    await runTool('pg_restore', [...how, `--dbname=${dbname}`, file], environment, { signal });
    await assertCounts(query, counts);
  } catch (error) {
    await dropAll(query, schema);
    if (moved) await move(query, aside, schema);
    throw error instanceof BackupError ? error : new BackupError(`The restoration failed: ${reasonOf(error)}`, error);
  }
  return moved ? aside : undefined;
}

async function currentSchema(query: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(query);
  return rows[0]?.schema ?? 'public';
}

/** Servers hold connections all the time; with one of them still there its reports would go nowhere. */
async function assertAlone(query: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ name: string; sessions: number }>`
    select coalesce(nullif(application_name, ''), 'without a name') as name, count(*) as sessions
    from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
    group by 1 order by 1`.execute(query);
  if (rows.length === 0) return;
  const others = rows.map(({ name, sessions }) => `${name} (${sessions})`).join(', ');
  throw new BackupError(`Others are connected to the database: ${others}. Stop every server first.`);
}

/** Tables take their indexes and sequences along. False: there was nothing to move. */
async function move(query: Kysely<Schema>, from: string, to: string): Promise<boolean> {
  const names = await tablesIn(query, from);
  if (names.length === 0) return false;
  await query.transaction().execute(async (transaction) => {
    await sql`create schema if not exists ${sql.id(to)}`.execute(transaction);
    for (const name of names) {
      await sql`alter table ${sql.id(from, name)} set schema ${sql.id(to)}`.execute(transaction);
    }
  });
  return true;
}

async function dropAll(query: Kysely<Schema>, schema: string): Promise<void> {
  for (const name of await tablesIn(query, schema)) {
    await sql`drop table ${sql.id(schema, name)} cascade`.execute(query);
  }
}

async function tablesIn(query: Kysely<Schema>, schema: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = ${schema}`.execute(query);
  return rows.map(({ name }) => name).filter((name) => allTables.includes(name));
}

async function assertCounts(query: Kysely<Schema>, counts: DumpContent['counts']): Promise<void> {
  for (const [table, count] of Object.entries(counts)) {
    const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(table)}`.execute(query);
    const total = rows[0]?.total ?? 0;
    if (total !== count) throw new BackupError(`${total} rows of ${table} arrived in place of ${count}.`);
  }
}
