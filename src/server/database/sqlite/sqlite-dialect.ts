/** Kysely's SQLite, with transactions that stand a second process at the file and a full disk. */
import type Sqlite from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, SqliteDialect, SqliteDriver } from 'kysely';
import { cacheStatements } from './statement-cache.ts';

class Driver extends SqliteDriver {
  readonly #sqlite: Sqlite.Database;

  constructor(sqlite: Sqlite.Database) {
    super({ database: cacheStatements(sqlite) });
    this.#sqlite = sqlite;
  }

  /**
   * Takes the right to write before the first read: a command's commit between a later read and the
   * first write would otherwise make the whole transaction fail, however long it waits (SQLITE_BUSY_SNAPSHOT).
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** A full disk has rolled back by itself; a second time would only hide that error behind another. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection);
  }
}

export function createSqliteDialect(sqlite: Sqlite.Database): SqliteDialect {
  const dialect = new SqliteDialect({ database: sqlite });
  dialect.createDriver = () => new Driver(sqlite);
  return dialect;
}
