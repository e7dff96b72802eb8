/** Opens a database for a test: SQLite in memory, or a new schema in the PostgreSQL at TEST_DATABASE_URL. */
import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { migrate } from '../../../src/server/database/migrations/migrate.ts';
import type { Schema } from '../../../src/server/database/schema.ts';
import { openPostgresDatabase } from '../../../src/server/database/postgres/database-postgres.ts';
import { openSqliteDatabase } from '../../../src/server/database/sqlite/database-sqlite.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { seedSmallHome } from '../homes/small-home.ts';
import { makeTestSchema } from './test-schema.ts';

/** A migrated, empty SQLite database. Copying it takes 1 ms, the migrations 80 ms. */
let image: Promise<Buffer> | undefined;

/** Returns a migrated, empty database. `close` deletes it. */
export async function openTestDatabase(): Promise<Database> {
  const schema = await makeTestSchema();
  const database =
    schema === undefined
      ? await openSqliteDatabase({ file: ':memory:', image: await (image ??= makeImage()) })
      : await openPostgresDatabase({ url: schema.url, poolSize: 4 });
  return {
    ...database,
    // Reads run in this thread. One more thread for each test would take longer than the test: see read-thread.test.ts.
    address: undefined,
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

async function makeImage(): Promise<Buffer> {
  const sqlite = new Sqlite(':memory:');
  const query = new Kysely<Schema>({ dialect: new SqliteDialect({ database: sqlite }) });
  await migrate(query, 'sqlite');
  const made = sqlite.serialize();
  await query.destroy();
  return made;
}
