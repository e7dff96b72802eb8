/** A cache of prepared statements: Kysely would prepare the same SQL again for every report. */
import type Sqlite from 'better-sqlite3';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

const maxStatements = 256;
/** Large batches have long SQL that rarely repeats. */
const maxSqlLength = 4_000;

/** The part of a better-sqlite3 database that Kysely uses, with cached statements. */
export function cacheStatements(sqlite: Sqlite.Database): SqliteDatabase {
  const statements = new Map<string, Sqlite.Statement>();
  return {
    close: () => {
      sqlite.close();
    },
    prepare: (sql): SqliteStatement => {
      const cached = statements.get(sql);
      if (cached !== undefined) return cached;
      if (sql.length > maxSqlLength) return sqlite.prepare(sql);
      if (statements.size >= maxStatements) statements.clear();
      const statement = sqlite.prepare(sql);
      statements.set(sql, statement);
      return statement;
    },
  };
}
