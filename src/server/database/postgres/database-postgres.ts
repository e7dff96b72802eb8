/** The database for several server processes: PostgreSQL 15 or newer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, type Logger, PostgresDialect, sql } from 'kysely';
import { errorMessageOf } from '../../shared/error-message.ts';
import { OperatorError } from '../../shared/operator-error.ts';
import { createDamageFlag } from '../damage-flag.ts';
import type { Database, MigrationStep } from '../database.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Schema } from '../schema.ts';
import { describeUrl } from './hosts-of-url.ts';
import {
  isTransactionConflict,
  isDamaged,
  isDatabaseFailure,
  isPrivilegeMissing,
  isDiskFull,
  isLockTimeout,
  isLoginRefused,
  isUnavailable,
  createUnreachableError,
} from './postgres-errors.ts';
import { createPostgresPool, type Pool } from './postgres-pool.ts';
import { createPostgresReportStore } from './report-store-postgres.ts';

export interface PostgresOptions {
  /** `postgres://` address, with the password and connection settings. */
  readonly url: string;
  /** The setting or option that contains the address, for error messages. Default: DATABASE_URL. */
  readonly setting?: string;
  /** Maximum number of connections of this process. */
  readonly poolSize?: number;
  /** The statement timeout. 0: none, for a command of the operator. */
  readonly statementTimeoutMs?: number;
  /** How long to wait at the start for a server that cannot be reached. */
  readonly maxWaitMs?: number;
  /** Called once with the reason when the wait begins. */
  readonly onWait?: (reason: string) => void;
}

const defaultSetting = 'DATABASE_URL';

const connectRetryMs = 500;

/**
 * How long a migration waits for a table. All reports of the other servers wait behind it, and a backup may hold the table
 * for an hour.
 */
const migrationLockTimeoutMs = 1_000;
const migrationRetryMs = 2_000;

/** A third of the connections is enough for device reports, because group commit stores many at once. */
const devicePoolSize = (poolSize: number) => (poolSize < 4 ? 0 : Math.floor(poolSize / 3));

/** Throws OperatorError when the database cannot be reached: at once when the server refuses the login, otherwise after `maxWaitMs`. */
export async function openPostgresDatabase(options: PostgresOptions): Promise<Database> {
  const { url, setting = defaultSetting, poolSize = 10, statementTimeoutMs = 5_000 } = options;
  const deviceSize = devicePoolSize(poolSize);
  const { log, note, hasDamage } = createDamageFlag(isDamaged);
  const pool = createPostgresPool({ url, size: poolSize - deviceSize, statementTimeoutMs });
  const query = connect(pool, log);
  try {
    await waitUntilReachable(query, options);
  } catch (error) {
    await query.destroy();
    throw error;
  }
  const devicePool = deviceSize === 0 ? pool : createPostgresPool({ url, size: deviceSize, statementTimeoutMs });
  const deviceQuery = deviceSize === 0 ? query : connect(devicePool, log);
  return {
    kind: 'postgres',
    address: { kind: 'postgres', url },
    query,
    deviceQuery,
    reports: createPostgresReportStore(devicePool, note),
    isUnavailable,
    isFailure: isDatabaseFailure,
    isDamaged,
    hasDamage,
    isFull: isDiskFull,
    isConflict: isTransactionConflict,
    // Undefined, because other servers write all the time and PostgreSQL has no cheap way to detect a change.
    externalWriteVersion: () => undefined,
    // Nothing to do: caches read the database again after a short time, because other processes write too.
    hierarchyChanged: () => undefined,
    migrate: (onStep) => withAdvisoryLock(url, (connection) => migrateAt({ url, setting }, connection, onStep)),
    withExclusiveLock: (work) => withAdvisoryLock(url, work),
    close: async () => {
      await Promise.all([query.destroy(), deviceQuery.destroy()]);
      await Promise.all([pool.end(), devicePool.end()]);
    },
  };
}

async function migrateAt(
  { url, setting }: Readonly<Record<'url' | 'setting', string>>,
  connection: Kysely<Schema>,
  onStep?: (step: MigrationStep) => void,
): Promise<void> {
  try {
    await sql`select set_config('lock_timeout', ${`${migrationLockTimeoutMs}ms`}, false)`.execute(connection);
    await migrate(connection, 'postgres', onStep);
  } catch (error) {
    if (isLockTimeout(error) || isTransactionConflict(error)) {
      await sleep(migrationRetryMs);
      return migrateAt({ url, setting }, connection, onStep);
    }
    if (!isPrivilegeMissing(error)) throw error;
    // Explains a missing permission: since PostgreSQL 15 only the owner of a database may create tables by default.
    throw new OperatorError(
      `The account of ${setting} may not create tables in the database ${describeUrl(url)} ` +
        `(${errorMessageOf(error)}). Make it the owner: alter database NAME owner to ACCOUNT.`,
      error,
    );
  }
}

function connect(pool: Pool, log?: Logger): Kysely<Schema> {
  const dialect = new PostgresDialect({ pool });
  return new Kysely<Schema>(log === undefined ? { dialect } : { dialect, log });
}

async function waitUntilReachable(query: Kysely<Schema>, options: PostgresOptions): Promise<void> {
  const { url, setting = defaultSetting, maxWaitMs = 0, onWait } = options;
  const deadline = performance.now() + maxWaitMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sql`select 1`.execute(query);
      return;
    } catch (error) {
      const failure = createUnreachableError(describeUrl(url), setting, error);
      if (isLoginRefused(error) || !isUnavailable(error) || performance.now() >= deadline) throw failure;
      if (attempt === 1) onWait?.(failure.message);
      await sleep(connectRetryMs);
    }
  }
}

/**
 * Runs `work` while holding a lock. There is no statement timeout, because a migration or the wait for another process
 * may take long.
 */
async function withAdvisoryLock<T>(url: string, work: (connection: Kysely<Schema>) => Promise<T>): Promise<T> {
  const query = connect(createPostgresPool({ url, size: 1, statementTimeoutMs: 0 }));
  try {
    return await query.connection().execute(async (connection) => {
      const key = sql`hashtext('room-status start ' || current_schema())`;
      await sql`select pg_advisory_lock(${key})`.execute(connection);
      return work(connection);
    });
  } finally {
    // Closing the connection releases the lock.
    await query.destroy();
  }
}
