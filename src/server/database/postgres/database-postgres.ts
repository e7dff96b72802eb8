/** The database for many processes: PostgreSQL 15 or newer, through pg. */
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { migrate } from '../migrations/migrate.ts';
import {
  DatabaseRightsError,
  DatabaseUnreachableError,
  isConflict,
  isForbidden,
  isRefused,
  isFailure,
  isFull,
  isUnavailable,
} from './postgres-errors.ts';
import { createPool, type PoolOptions } from './postgres-pool.ts';

export interface PostgresOptions {
  /** `postgres://` address; may hold a password, and the settings of a connection as its query. */
  readonly url: string;
  /** Connections of this process at most. */
  readonly poolSize?: number;
  /** No statement takes longer; 0: no limit, for an operator's work. Milliseconds. */
  readonly statementTimeoutMs?: number;
  /** How long a server that is not there yet is waited for. Milliseconds. */
  readonly maxWaitMs?: number;
  /** Told once, with the reason, when there is something to wait for. */
  readonly onWait?: (reason: string) => void;
}

const tryAgainAfterMs = 500;
/** So many of the connections are for devices alone: a third, since they commit together. Fewer are not divided. */
const shareOfDevices = (poolSize: number) => (poolSize < 4 ? 0 : Math.floor(poolSize / 3));

/** Throws DatabaseUnreachableError: at once when the server refuses us, else when patience has ended. */
export async function openPostgresDatabase(options: PostgresOptions): Promise<Database> {
  const { url, poolSize = 10, statementTimeoutMs = 5_000 } = options;
  const ofDevices = shareOfDevices(poolSize);
  const query = connect({ url, size: poolSize - ofDevices, statementTimeoutMs });
  try {
    await reach(query, options);
  } catch (error) {
    await query.destroy();
    throw error;
  }
  const deviceQuery = ofDevices === 0 ? query : connect({ url, size: ofDevices, statementTimeoutMs });
  return {
    kind: 'postgres',
    query,
    deviceQuery,
    isUnavailable,
    isFailure,
    isFull,
    isConflict,
    hasExternalWrites: async () => true,
    migrate: () => alone(url, (connection) => bringForward(connection, url)),
    withExclusiveLock: (work) => alone(url, work),
    close: async () => {
      await Promise.all([...new Set([query, deviceQuery])].map((one) => one.destroy()));
    },
  };
}

async function bringForward(connection: Kysely<Schema>, url: string): Promise<void> {
  try {
    await migrate(connection, 'postgres');
  } catch (error) {
    throw isForbidden(error) ? new DatabaseRightsError(placeOf(url), error) : error;
  }
}

/** Host and database, without the account. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${decodeURIComponent(pathname.slice(1))} at ${host === '' ? 'this machine' : host}`;
}

function connect(options: PoolOptions): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: createPool(options) }) });
}

async function reach(query: Kysely<Schema>, { url, maxWaitMs = 0, onWait }: PostgresOptions): Promise<void> {
  const until = performance.now() + maxWaitMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sql`select 1`.execute(query);
      return;
    } catch (error) {
      const unreachable = new DatabaseUnreachableError(placeOf(url), error);
      if (isRefused(error) || !isUnavailable(error) || performance.now() >= until) throw unreachable;
      if (attempt === 1) onWait?.(unreachable.message);
      await pause(tryAgainAfterMs);
    }
  }
}

/**
 * Of processes that start together one does the work, and the others wait for it. On a connection of
 * its own, since it may take longer than any statement of the product.
 */
async function alone<T>(url: string, work: (connection: Kysely<Schema>) => Promise<T>): Promise<T> {
  const query = connect({ url, size: 1, statementTimeoutMs: 0 });
  try {
    return await query.connection().execute(async (connection) => {
      const key = sql`hashtext('room-status start ' || current_schema())`;
      await sql`select pg_advisory_lock(${key})`.execute(connection);
      return work(connection);
    });
  } finally {
    // The lock ends with its connection.
    await query.destroy();
  }
}
