/** Connections to PostgreSQL, for Kysely: a path that is cut is noticed, and a broken connection used no more. */
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { isEndOfConnection, toDatabaseError } from './postgres-errors.ts';

export interface PoolOptions {
  readonly url: string;
  readonly size: number;
  /** A statement that takes longer is given up, by the server and by us; 0: it may take its time. Milliseconds. */
  readonly statementTimeoutMs: number;
}

/** For a new connection, and for a free one while all are in use. Milliseconds. */
const connectWithinMs = 3_000;
/** The server says by itself that a statement took too long; who hears nothing at all has lost the path to it. */
const answerIsLateByMs = 1_000;
/** Locks of a process that is cut off are let go of after this. Milliseconds. */
const idleInTransactionMs = 10_000;

/** An accepted report survives a power cut, whatever the server or the role has been set to; what is stricter stays. */
const insistOnDisk = `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`;

export function createPool({ url, size, statementTimeoutMs }: PoolOptions): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'room-status',
    types: numbersAsNumbers(),
    verify: (client, done) => client.query(insistOnDisk, (error) => done(error)),
    ...(statementTimeoutMs > 0 && {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + answerIsLateByMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
    }),
  });
  // NOTE: without listeners a connection that dies, in use or idle, would end the process. Whoever uses
  // it next, or now, is told by the error of the query.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    options: {},
    connect: async () => {
      try {
        return new GuardedClient(await pool.connect());
      } catch (error) {
        throw toDatabaseError(error);
      }
    },
    end: () => pool.end(),
  };
}

/** int8 and numeric are text with pg; none of our numbers is beyond 2^53. */
function numbersAsNumbers(): InstanceType<typeof pg.TypeOverrides> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  types.setTypeParser(pg.types.builtins.NUMERIC, Number);
  return types;
}

/** Is not given back to the pool once the path to the server was lost: the next user would wait in vain. */
class GuardedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  #lost: Error | undefined;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  query<R>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(sql: unknown, parameters: ReadonlyArray<unknown> = []): unknown {
    if (typeof sql !== 'string') throw new TypeError('cursors are not used here');
    return this.#run(sql, parameters);
  }

  async #run(sql: string, parameters: ReadonlyArray<unknown>): Promise<unknown> {
    // A rollback after a timeout would only wait for the same silence.
    if (this.#lost !== undefined) throw this.#lost;
    try {
      return await this.#client.query(sql, [...parameters]);
    } catch (cause) {
      const error = toDatabaseError(cause);
      if (isEndOfConnection(error)) this.#lost = error;
      throw error;
    }
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#lost !== undefined);
  }
}
