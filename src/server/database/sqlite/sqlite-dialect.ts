/** Kysely's SQLite dialect with cached statements, and transactions that tolerate a second process and a full disk. */
import type Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import type { ConnectionLock } from './connection-lock.ts';
import type { Durability } from './durability.ts';
import type { WriteCounter } from './stream-cache.ts';

const maxCachedStatements = 256;
/** Statements above this length are not cached. They are large batches whose SQL rarely repeats. */
const maxSqlLength = 4_000;

interface DriverOptions {
  readonly sqlite: Sqlite.Database;
  /** Guards the connection, which the report store uses without Kysely. */
  readonly lock: ConnectionLock;
  readonly durability: Durability;
  readonly writes: WriteCounter;
}

class Driver extends SqliteDriver {
  readonly #sqlite: Sqlite.Database;
  readonly #lock: ConnectionLock;
  readonly #durability: Durability;
  readonly #execute: Execute;
  /** The connections whose holder has committed. */
  readonly #committed = new Set<DatabaseConnection>();

  constructor({ sqlite, lock, durability, writes }: DriverOptions) {
    const prepare = cachedPrepare(sqlite);
    super({ database: { prepare, close: () => void sqlite.close() } });
    this.#sqlite = sqlite;
    this.#lock = lock;
    this.#durability = durability;
    this.#execute = createExecute(sqlite, prepare, writes);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#lock.acquire();
    const connection = await super.acquireConnection();
    const held: DatabaseConnection = {
      executeQuery: (query) =>
        this.#execute(connection, query, () => {
          this.#durability.committed();
          this.#committed.add(held);
        }),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
    return held;
  }

  /** Resolves when what was committed is on disk. The others do not wait for this sync, so their commits share the next. */
  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    this.#lock.release();
    if (connection !== undefined && this.#committed.delete(connection)) await this.#durability.durable();
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

type Execute = <Row>(
  connection: DatabaseConnection,
  query: CompiledQuery,
  onCommit: () => void,
) => Promise<QueryResult<Row>>;

/** Executes a statement, and tells whether it has committed. */
function createExecute(
  sqlite: Sqlite.Database,
  prepare: (text: string) => Sqlite.Statement,
  writes: WriteCounter,
): Execute {
  return async <Row>(connection: DatabaseConnection, query: CompiledQuery, onCommit: () => void) => {
    const wasInTransaction = sqlite.inTransaction;
    const result = await connection.executeQuery<Row>(query);
    if (!sqlite.inTransaction && (wasInTransaction || !prepare(query.sql).readonly)) {
      writes.count += 1;
      onCommit();
    }
    return result;
  };
}

/** Caches prepared statements. Kysely would prepare the same SQL again for every report. */
function cachedPrepare(sqlite: Sqlite.Database): (text: string) => Sqlite.Statement {
  const statements = new Map<string, Sqlite.Statement>();
  return (text) => {
    const statement = statements.get(text) ?? sqlite.prepare(text);
    if (statements.size >= maxCachedStatements) statements.clear();
    if (text.length <= maxSqlLength) statements.set(text, statement);
    return statement;
  };
}

/**
 * Kysely would lock the connection too, until `releaseConnection` resolves. Every query would then wait for the sync of
 * each write, and forever after a release that failed. The lock of this driver is enough.
 */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

export function createSqliteDialect(options: DriverOptions): SqliteDialect {
  const dialect = new SqliteDialect({ database: options.sqlite });
  dialect.createDriver = () => new Driver(options);
  dialect.createAdapter = () => new Adapter();
  return dialect;
}
