/** Opens a database for a test: SQLite in memory, or a new schema in the PostgreSQL at TEST_DATABASE_URL. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openPostgresDatabase } from '../../../src/server/database/postgres/database-postgres.ts';
import { openSqliteDatabase } from '../../../src/server/database/sqlite/database-sqlite.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { seedSmallHome } from '../homes/small-home.ts';

export interface TestSchema {
  /** The value for DATABASE_URL. */
  readonly url: string;
  /** Drops the schema with its data. */
  drop(): Promise<void>;
}

/** Returns a migrated, empty database. `close` deletes it. */
export async function openTestDatabase(): Promise<Database> {
  const schema = await makeTestSchema();
  const database =
    schema === undefined
      ? await openSqliteDatabase({ file: ':memory:' })
      : await openPostgresDatabase({ url: schema.url, poolSize: 4 });
  await database.migrate();
  return {
    ...database,
    close: async () => {
      await database.close();
      await schema?.drop();
    },
  };
}

/** Returns a database with the small home. */
export async function openSmallHome(): Promise<Database> {
  const database = await openTestDatabase();
  await seedSmallHome(database);
  return database;
}

/** Creates a schema for a server process. Returns undefined when the tests run on SQLite. */
export async function makeTestSchema(): Promise<TestSchema | undefined> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) return undefined;
  const name = `test_${randomBytes(8).toString('hex')}`;
  await run(server, `create schema ${name}`);
  const url = new URL(server);
  url.searchParams.set('options', `-c search_path=${name}`);
  return { url: url.href, drop: () => run(server, `drop schema ${name} cascade`) };
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
