/** A database of its own for a test, without a schema yet. */
import type { Database } from '../../src/server/database/database.ts';
import { openSqliteDatabase } from '../../src/server/database/database-sqlite.ts';

export function openTestDatabase(): Promise<Database> {
  return openSqliteDatabase({ file: ':memory:' });
}
