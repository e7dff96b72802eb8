/** Kysely's SQLite dialect with transactions that tolerate a second process and a full disk. */
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
   * Takes the write lock at the begin. Otherwise a commit of another process between the first read and the first
   * write fails the whole transaction, and waiting does not help (SQLITE_BUSY_SNAPSHOT).
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** SQLite rolls back by itself when the disk is full. A second rollback would hide that error behind another. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection);
  }
}

export function createSqliteDialect(sqlite: Sqlite.Database): SqliteDialect {
  const dialect = new SqliteDialect({ database: sqlite });
  dialect.createDriver = () => new Driver(sqlite);
  return dialect;
}
