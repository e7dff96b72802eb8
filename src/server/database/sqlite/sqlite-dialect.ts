/** Kysely's SQLite dialect with cached statements, and transactions that tolerate a second process and a full disk. */
import type Sqlite from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, type QueryResult, SqliteDialect, SqliteDriver } from 'kysely';
import type { ConnectionLock } from './connection-lock.ts';
import type { Durability } from './durability.ts';

const maxStatements = 256;
/** Large batches have long SQL that rarely repeats. */
const maxSqlLength = 4_000;

interface DriverOptions {
  readonly sqlite: Sqlite.Database;
  /** Guards the connection, which is also used without Kysely. */
  readonly lock: ConnectionLock;
  readonly durability: Durability;
}

class Driver extends SqliteDriver {
  readonly #sqlite: Sqlite.Database;
  readonly #lock: ConnectionLock;
  readonly #executeDurably: ExecuteDurably;

  constructor({ sqlite, lock, durability }: DriverOptions) {
    const prepare = cachedPrepare(sqlite);
    super({ database: { prepare, close: () => void sqlite.close() } });
    this.#sqlite = sqlite;
    this.#lock = lock;
    this.#executeDurably = createExecuteDurably(sqlite, prepare, durability);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#lock.acquire();
    const connection = await super.acquireConnection();
    return {
      executeQuery: (query) => this.#executeDurably(connection, query),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
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

type ExecuteDurably = <Row>(connection: DatabaseConnection, query: CompiledQuery) => Promise<QueryResult<Row>>;

/** Executes a statement. One that ends a transaction, or that writes without one, is on disk when it resolves. */
function createExecuteDurably(
  sqlite: Sqlite.Database,
  prepare: (text: string) => Sqlite.Statement,
  { committed, durable }: Durability,
): ExecuteDurably {
  return async <Row>(connection: DatabaseConnection, query: CompiledQuery) => {
    const wasInTransaction = sqlite.inTransaction;
    const result = await connection.executeQuery<Row>(query);
    if (!sqlite.inTransaction && (wasInTransaction || !prepare(query.sql).readonly)) {
      committed();
      await durable();
    }
    return result;
  };
}

/** Caches prepared statements. Kysely would prepare the same SQL again for every report. */
function cachedPrepare(sqlite: Sqlite.Database): (text: string) => Sqlite.Statement {
  const statements = new Map<string, Sqlite.Statement>();
  return (text) => {
    const statement = statements.get(text) ?? sqlite.prepare(text);
    if (statements.size >= maxStatements) statements.clear();
    if (text.length <= maxSqlLength) statements.set(text, statement);
    return statement;
  };
}

export function createSqliteDialect(options: DriverOptions): SqliteDialect {
  const dialect = new SqliteDialect({ database: options.sqlite });
  dialect.createDriver = () => new Driver(options);
  return dialect;
}
