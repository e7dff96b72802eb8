/** Kysely's SQLite dialect with cached statements, and transactions that tolerate a second process and a full disk. */
import type Sqlite from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, SqliteDialect, SqliteDriver, type SqliteStatement } from 'kysely';
import type { ConnectionLock } from './connection-lock.ts';

const maxStatements = 256;
/** Large batches have long SQL that rarely repeats. */
const maxSqlLength = 4_000;

class Driver extends SqliteDriver {
  readonly #sqlite: Sqlite.Database;
  readonly #lock: ConnectionLock;

  constructor(sqlite: Sqlite.Database, lock: ConnectionLock) {
    super({ database: { prepare: cachedPrepare(sqlite), close: () => void sqlite.close() } });
    this.#sqlite = sqlite;
    this.#lock = lock;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#lock.acquire();
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    this.#lock.release();
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

/** Caches prepared statements. Kysely would prepare the same SQL again for every report. */
function cachedPrepare(sqlite: Sqlite.Database): (text: string) => SqliteStatement {
  const statements = new Map<string, Sqlite.Statement>();
  return (text) => {
    const statement = statements.get(text) ?? sqlite.prepare(text);
    if (statements.size >= maxStatements) statements.clear();
    if (text.length <= maxSqlLength) statements.set(text, statement);
    return statement;
  };
}

/** `lock`: guards the connection, which is also used without Kysely. */
export function createSqliteDialect(sqlite: Sqlite.Database, lock: ConnectionLock): SqliteDialect {
  const dialect = new SqliteDialect({ database: sqlite });
  dialect.createDriver = () => new Driver(sqlite, lock);
  return dialect;
}
