/** Opens a database for a test: SQLite in memory, or a new schema in the PostgreSQL at TEST_DATABASE_URL. */
import { openPostgresDatabase } from '../../../src/server/database/postgres/database-postgres.ts';
import { openSqliteDatabase } from '../../../src/server/database/sqlite/database-sqlite.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { seedSmallHome } from '../homes/small-home.ts';
import { makeTestSchema } from './test-schema.ts';

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
