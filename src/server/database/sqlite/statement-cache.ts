/** Keeps prepared statements: the same SQL is prepared once, not at every report. */
import type Sqlite from 'better-sqlite3';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

const limit = 256;
/** The statements of large batches are long, and seldom the same twice. Characters. */
const maxCachedSqlLength = 4_000;

/** What Kysely needs of a better-sqlite3 database, with a cache of the most recently used statements. */
export function cacheStatements(sqlite: Sqlite.Database): SqliteDatabase {
  const statements = new Map<string, Sqlite.Statement>();
  return {
    close: () => {
      sqlite.close();
    },
    prepare: (sql): SqliteStatement => {
      const known = statements.get(sql);
      // Nor can a statement that is being iterated be run a second time meanwhile.
      if (known?.busy === true || sql.length > maxCachedSqlLength) return sqlite.prepare(sql);
      const statement = known ?? sqlite.prepare(sql);
      statements.delete(sql);
      statements.set(sql, statement);
      if (statements.size > limit) forgetOldest(statements);
      return statement;
    },
  };
}

function forgetOldest(statements: Map<string, unknown>): void {
  for (const sql of statements.keys()) {
    statements.delete(sql);
    return;
  }
}
