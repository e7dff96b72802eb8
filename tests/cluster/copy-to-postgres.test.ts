/** The copy of an embedded database to a real PostgreSQL, table by table. tests/cluster/move-home.test.ts moves a whole home. */
import { execFileSync } from 'node:child_process';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { requireProgram } from '../../scripts/services/find-programs.mjs';
import { copyToPostgres, type CopyOptions } from '../../src/server/maintenance/copy/copy-to-postgres.ts';
import type { Database } from '../../src/server/database/database.ts';
import { openPostgresDatabase } from '../../src/server/database/postgres/database-postgres.ts';
import { openSqliteDatabase } from '../../src/server/database/sqlite/database-sqlite.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/database/own-postgres.ts';
import { seedSmallHome, small } from '../support/homes/small-home.ts';

type Row = Readonly<Record<string, string | number | null>>;

const maxInteger = 2 ** 31 - 1;
const text = `it's "ö" 🛏 \\ %s $1 {a,b} ↵\n\t`;

let postgres: OwnPostgres;
let source: Database;
let target: Database;
let targetUrl: string;
let databaseCount = 0;
beforeAll(async () => {
  postgres = await startOwnPostgres();
}, 120_000);
afterAll(() => postgres.close());
beforeEach(async () => {
  source = await openSqliteDatabase({ file: ':memory:' });
  await source.migrate();
  databaseCount += 1;
  await postgres.createDatabase(`target_${databaseCount}`);
  targetUrl = postgres.url(`target_${databaseCount}`);
  target = await openPostgresDatabase({ url: targetUrl, poolSize: 2, statementTimeoutMs: 0 });
});
afterEach(() => Promise.all([source.close(), target.close()]));

const copy = (onProgress: CopyOptions['onProgress'] = () => undefined) =>
  copyToPostgres({ source, target, onProgress });

/** Runs a statement in another process, so that it has ended before the copy continues. */
function runOnTarget(statement: string): void {
  execFileSync(requireProgram('psql'), ['--quiet', '--set=ON_ERROR_STOP=1', '--command', statement, targetUrl], {
    stdio: 'pipe',
  });
}

function endConnectionOfCopy(): void {
  runOnTarget(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`);
}

async function tableNames({ kind, query }: Database): Promise<readonly string[]> {
  const { rows } = await (
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite%'`
      : sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public'`
  ).execute(query);
  return rows.map(({ name }) => name).toSorted();
}

const rowsOf = async ({ query }: Database, table: string) =>
  (await sql<Row>`select * from ${sql.table(table)} order by 1`.execute(query)).rows;

/** Inserts a row into each table, with a value in each column. A table of a new migration gets one too. */
async function fillEveryTable({ query }: Database): Promise<void> {
  const { rows: columns } = await sql<{ table: string; name: string; type: string }>`
    select t.name as "table", c.name, lower(c.type) as type from sqlite_master t, pragma_table_info(t.name) c
    where t.type = 'table' and t.name not like 'sqlite%' and t.name <> 'schema_version'`.execute(query);
  // A row may refer to a row that is inserted later, because references are checked at the end.
  await sql`pragma foreign_keys = off`.execute(query);
  for (const [table, list = []] of Map.groupBy(columns, (column) => column.table)) {
    // All text columns have the same value, so every reference to a parent row is valid.
    const values = list.map(({ type }) =>
      type === 'bigint' ? Number.MAX_SAFE_INTEGER : type === 'integer' ? maxInteger : text,
    );
    const names = sql.join(list.map(({ name }) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(values)})`.execute(query);
  }
  await sql`pragma foreign_keys = on`.execute(query);
}

async function addReports(count: number): Promise<void> {
  await sql`
    insert into report (stream_uuid, report_id, status, notification, at, received_at, revision, device_key_id)
    with recursive number (n) as (select 1 union all select n + 1 from number where n < ${count})
    select ${small.streamA1x1}, 'report ' || n, 1, 1, n, n, n, 'x' from number`.execute(source.query);
}

test('a copy contains each table of the schema, with each column of each row', async () => {
  await seedSmallHome(source);
  await fillEveryTable(source);
  const tables = await copy();
  const names = await tableNames(source);
  expect(await tableNames(target)).toEqual(names);
  for (const name of names) {
    const rows = await rowsOf(source, name);
    expect(rows.length, name).toBeGreaterThan(0);
    expect(await rowsOf(target, name), name).toEqual(rows);
  }
  expect(tables.find(({ name }) => name === 'stream')).toMatchObject({ rowCount: 7 });
  expect(tables.map(({ name }) => name).toSorted()).toEqual(names.filter((name) => name !== 'schema_version'));
});

test('reports are copied in batches of 2,000, and the next report at the target gets the next sequence number', async () => {
  await seedSmallHome(source);
  await addReports(5_000);
  await source.query.deleteFrom('report').where('sequence', '>', 4_500).execute();
  const progress: unknown[] = [];
  await copy(({ name, rowCount }, copied) => name === 'report' && progress.push([copied, rowCount]));
  expect(progress).toEqual([
    [2_000, 4_500],
    [4_000, 4_500],
    [4_500, 4_500],
  ]);
  const last = (await rowsOf(target, 'report')).at(-1);
  expect(last).toMatchObject({ sequence: 4_500, report_id: 'report 4500' });
  const next = await sql<Row>`select nextval(pg_get_serial_sequence('report', 'sequence'))`.execute(target.query);
  expect(next.rows).toEqual([{ nextval: 4_501 }]);
});

test('after the connection to PostgreSQL breaks during a copy, the target has no rows, and a second copy succeeds', async () => {
  await seedSmallHome(source);
  await addReports(6_000);
  const broken = copy(({ name }, copied) => {
    if (name === 'report' && copied === 2_000) endConnectionOfCopy();
  });
  await expect(broken).rejects.toThrow(/^The copy failed: terminating connection.* start it again/);
  expect(await rowsOf(target, 'client')).toEqual([]);
  await copy();
  expect(await rowsOf(target, 'report')).toHaveLength(6_000);
});

test('a copy is rolled back when rows appear in the target during the copy', async () => {
  await seedSmallHome(source);
  await addReports(1);
  const failingCopy = copy(({ name }) => {
    if (name === 'ward') runOnTarget("insert into account values ('a', 'b', 'c', 'd', 'e', 'f')");
  });
  await expect(failingCopy).rejects.toThrow('The copy has 1 rows of account, expected 0.');
  expect(await rowsOf(target, 'client')).toEqual([]);
});

test('a server that starts on the target during a copy waits until the copy ends', async () => {
  await seedSmallHome(source);
  let server: Promise<readonly Row[]> | undefined;
  await copy(({ name }) => {
    if (name === 'client') server = target.withExclusiveLock(() => rowsOf(target, 'stream'));
  });
  expect(await server).toHaveLength(6);
});

test('a copy to a target with data, even of an older schema version, is refused and changes nothing', async () => {
  await copy();
  await expect(copy()).resolves.toContainEqual(expect.objectContaining({ name: 'client', rowCount: 0 }));
  await seedSmallHome(target);
  runOnTarget('delete from schema_version where version > 3');
  await expect(copy()).rejects.toThrow('The target is not empty, its table client has rows: create an empty database.');
  expect(await rowsOf(target, 'client')).toHaveLength(2);
  expect(await rowsOf(target, 'schema_version')).toHaveLength(3);
});

test('a copy to a target with a table of another program is refused, and with a view of an extension it succeeds', async () => {
  runOnTarget('create view pg_stat_statements as select 1 as one');
  await copy();
  runOnTarget('drop schema public cascade; create schema public; create table song (title text)');
  await expect(copy()).rejects.toThrow('The target has tables of another program, such as song');
  expect(await tableNames(target)).toEqual(['song']);
});
