/** A connection pool for Kysely that notices a broken network path and closes broken connections. */
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { isEndOfConnection, toDatabaseError } from './postgres-errors.ts';
import { createPrimaryHost, StandbyError } from './primary-host.ts';

export interface PostgresPoolOptions {
  /** The address, with one or more hosts. Only the primary among them is used. */
  readonly url: string;
  /** The maximum number of connections of the pool. */
  readonly size: number;
  /** The statement timeout. 0: none. */
  readonly statementTimeoutMs: number;
}

/** The maximum wait for a new connection, or for a free one while all are in use. */
const connectTimeoutMs = 3_000;
/**
 * How long after the statement timeout a response may arrive. PostgreSQL reports the timeout itself, so a missing
 * response means that the network path is broken.
 */
const responseTimeoutMarginMs = 1_000;
/** Ends a transaction whose process has sent nothing for this time, so that PostgreSQL releases its locks. */
const idleInTransactionTimeoutMs = 10_000;

/**
 * Tells whether the server is a standby, which must not be used. Turns synchronous commit on where PostgreSQL has it
 * off, so that an accepted report survives a power failure. Stricter settings, such as `remote_apply`, stay.
 */
const prepareConnection = `
  select pg_is_in_recovery() as standby,
    case when current_setting('synchronous_commit') = 'off' then set_config('synchronous_commit', 'on', false) end`;

export interface Pool extends PostgresPool {
  connect(): Promise<PostgresConnection>;
}

export interface PreparedResult<Row> {
  readonly rows: readonly Row[];
}

export interface PostgresConnection extends PostgresPoolClient {
  /**
   * Runs a statement that the connection prepares once under its name. Statements that are started together are sent
   * together, in one round trip.
   */
  runPrepared<Row extends object>(statement: pg.QueryConfig): Promise<PreparedResult<Row>>;
}

export function createPostgresPool(options: PostgresPoolOptions): Pool {
  const primary = createPrimaryHost(options.url);
  const pool = createHostPool(options, primary.url);
  const inUse = new Set<HostClient>();
  let ending: Promise<void> | undefined;

  /** Returns a connection to the current primary, and closes those to a former one. */
  async function checkOut(): Promise<HostClient & pg.PoolClient> {
    for (;;) {
      const client = await pool.connect();
      if (!(client instanceof HostClient)) throw new TypeError('the pool has created another kind of client');
      if (client.url === primary.url()) return client;
      client.release(true);
    }
  }

  /** Searches the primary. Queries that still wait for an answer of another host fail at once. */
  async function findPrimary(): Promise<boolean> {
    if (!(await primary.find())) return false;
    for (const client of inUse) if (client.url !== primary.url()) client.end().catch(() => undefined);
    return true;
  }

  async function connect(): Promise<PostgresConnection> {
    const client = await checkOut().catch(async (error: unknown) => {
      if (await findPrimary()) return checkOut();
      throw error;
    });
    inUse.add(client);
    return new GuardedClient(client, {
      onLost: () => void findPrimary(),
      onRelease: () => void inUse.delete(client),
    });
  }

  return {
    options: {},
    connect: () =>
      connect().catch((error: unknown) => {
        throw toDatabaseError(error);
      }),
    // Kysely ends the pool only if it has used it, so this may be called twice.
    end: () => (ending ??= pool.end()),
  };
}

/** A client that knows which host it is connected to. */
class HostClient extends pg.Client {
  readonly url: string;

  constructor(config: pg.ClientConfig = {}) {
    super(config);
    this.url = config.connectionString ?? '';
  }
}

/** Creates a pool whose new connections go to the host that `hostUrl` returns then. */
function createHostPool({ size, statementTimeoutMs }: PostgresPoolOptions, hostUrl: () => string): pg.Pool {
  const pool = new pg.Pool({
    Client: class extends HostClient {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, connectionString: hostUrl() });
      }
    },
    max: size,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'room-status',
    // With `pipeline` pg sends statements without waiting for the responses to earlier ones.
    pipeline: true,
    types: parseBigintsAsNumbers(),
    verify: (client, done) => {
      client.query<{ standby: boolean }>(prepareConnection, (error, result) => {
        if (error) done(error);
        else done(result.rows[0]?.standby === false ? undefined : new StandbyError());
      });
    },
    ...(statementTimeoutMs > 0 && {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + responseTimeoutMarginMs,
      idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    }),
  });
  // NOTE: without these listeners a connection that breaks would end the process. The next query gets the error.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Makes pg return int8 and numeric as numbers instead of text. All our numbers are below 2^53. */
function parseBigintsAsNumbers(): InstanceType<typeof pg.TypeOverrides> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  types.setTypeParser(pg.types.builtins.NUMERIC, Number);
  return types;
}

interface GuardListeners {
  /** Called when the connection broke, perhaps because its host is no longer the primary. */
  readonly onLost: () => void;
  readonly onRelease: () => void;
}

/**
 * A client that closes a broken connection on release instead of returning it to the pool, where the next query would
 * time out.
 */
class GuardedClient implements PostgresConnection {
  readonly #client: pg.PoolClient;
  readonly #listeners: GuardListeners;
  #failure: Error | undefined;

  constructor(client: pg.PoolClient, listeners: GuardListeners) {
    this.#client = client;
    this.#listeners = listeners;
  }

  query<R>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(sql: unknown, parameters: ReadonlyArray<unknown> = []): unknown {
    if (typeof sql !== 'string') throw new TypeError('cursors are not supported');
    return this.#run({ text: sql, values: [...parameters] });
  }

  runPrepared<Row extends object>(statement: pg.QueryConfig): Promise<PreparedResult<Row>> {
    return this.#run<Row>(statement);
  }

  async #run<Row extends object>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    // The connection is broken: a rollback would only wait for the same timeout again.
    if (this.#failure !== undefined) throw this.#failure;
    try {
      return await this.#client.query<Row>(statement);
    } catch (cause) {
      const error = toDatabaseError(cause);
      if (isEndOfConnection(error)) {
        this.#failure = error;
        this.#listeners.onLost();
      }
      throw error;
    }
  }

  release(destroy = false): void {
    this.#listeners.onRelease();
    this.#client.release(destroy || this.#failure !== undefined);
  }
}
