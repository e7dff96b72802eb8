/** Schemas of the PostgreSQL at TEST_DATABASE_URL. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openPostgresDatabase } from '../../../src/server/database/postgres/database-postgres.ts';

export interface TestSchema {
  /** The value for DATABASE_URL. */
  readonly url: string;
  /** Deletes the data. */
  drop(): Promise<void>;
}

/** Migrated schemas without data, of tests that have ended: deleting rows takes 1 ms, a migration 200 ms. */
const free: string[] = [];
let original: { readonly structure: string; readonly tables: string[]; readonly sequences: string[] } | undefined;

/** Returns a schema without tables, or undefined when the tests run on SQLite. */
export async function makeEmptySchema(): Promise<TestSchema | undefined> {
  if (process.env['TEST_DATABASE_URL'] === undefined) return undefined;
  const name = `test_${randomBytes(8).toString('hex')}`;
  await run(`create schema ${name}`);
  return { url: urlOf(name), drop: () => drop(name) };
}

/** Returns a migrated schema without rows, or undefined when the tests run on SQLite. */
export async function makeTestSchema(): Promise<TestSchema | undefined> {
  const name = free.pop();
  if (name !== undefined) return { url: urlOf(name), drop: () => release(name) };
  const schema = await makeEmptySchema();
  if (schema === undefined) return undefined;
  const database = await openPostgresDatabase({ url: schema.url, poolSize: 1 });
  await database.migrate();
  await database.close();
  const made = new URL(schema.url).searchParams.get('options')?.split('=')[1] ?? '';
  const tables = await run(`select tablename as name from pg_tables where schemaname = '${made}'`);
  original ??= {
    structure: await readStructure(made),
    tables: tables.filter((table) => table !== 'schema_version'),
    sequences: await run(`select sequencename as name from pg_sequences where schemaname = '${made}'`),
  };
  return { url: schema.url, drop: () => release(made) };
}

/** Deletes the rows, and restarts the sequences. A schema whose tables a test has changed is dropped. */
async function release(name: string): Promise<void> {
  if (original === undefined || (await readStructure(name)) !== original.structure) return drop(name);
  const { tables, sequences } = original;
  const statements = [
    // Without this setting the foreign keys would need an order of the tables.
    'set session_replication_role = replica',
    ...tables.map((table) => `delete from ${name}.${table}`),
    ...sequences.map((sequence) => `alter sequence ${name}.${sequence} restart`),
  ];
  await run(statements.join(';'));
  // Without it new rows would take the places of deleted rows, and a query without an order would return any order.
  await run(`vacuum ${tables.map((table) => `${name}.${table}`).join(', ')}`);
  free.push(name);
}

/** Returns the names of the tables, indexes, columns, constraints and triggers, and the version. */
async function readStructure(name: string): Promise<string> {
  const names = await run(`
    select relname || '.' || attname as name from pg_attribute join pg_class on attrelid = pg_class.oid
      where relnamespace = '${name}'::regnamespace
    union all select conname from pg_constraint where connamespace = '${name}'::regnamespace
    union all select tgname || tgenabled::text from pg_trigger join pg_class on tgrelid = pg_class.oid
      where relnamespace = '${name}'::regnamespace and not tgisinternal
    union all select 'version ' || version from ${name}.schema_version
    order by name`);
  return names.join(' ');
}

function urlOf(name: string): string {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  url.searchParams.set('options', `-c search_path=${name}`);
  return url.href;
}

async function drop(name: string): Promise<void> {
  await run(`drop schema ${name} cascade`);
}

/** Runs statements, and returns the column `name` of the rows. */
async function run(statement: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(statement);
    return (rows ?? []).map(({ name }) => name);
  } finally {
    await client.end();
  }
}
