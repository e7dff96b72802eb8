import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Database, selectDevicePool } from '../../src/server/database/database.ts';
import { openPostgresDatabase, type PostgresOptions } from '../../src/server/database/postgres/database-postgres.ts';
import type { LoadedRows } from '../../src/server/database/report-store.ts';
import { AppError } from '../../src/server/shared/app-error.ts';
import { OperatorError } from '../../src/server/shared/operator-error.ts';
import { retryOnConflict } from '../../src/server/database/retry-on-conflict.ts';
import { seedSmallHome, small } from '../support/homes/small-home.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/database/own-postgres.ts';

let postgres: OwnPostgres;
let databaseCount = 0;
const opened: Database[] = [];

beforeAll(async () => {
  postgres = await startOwnPostgres();
}, 120_000);
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
});
afterAll(() => postgres.close());

async function createEmptyDatabase(): Promise<string> {
  databaseCount += 1;
  await postgres.createDatabase(`test_${databaseCount}`);
  return postgres.url(`test_${databaseCount}`);
}

async function openAt(url: string, options: Partial<PostgresOptions> = {}): Promise<Database> {
  const database = await openPostgresDatabase({ url, poolSize: 4, ...options });
  opened.push(database);
  return database;
}

/** Opens a new database that contains the small home. */
async function openHome(options: Partial<PostgresOptions> = {}): Promise<Database> {
  const database = await openAt(await createEmptyDatabase(), options);
  await database.migrate();
  await seedSmallHome(database);
  return database;
}

test('servers that start together run each migration once', async () => {
  const url = await createEmptyDatabase();
  const databases = await Promise.all([openAt(url), openAt(url), openAt(url)]);
  await Promise.all(databases.map((database) => database.migrate()));
  const { rows } = await sql<{ version: number }>`select version from schema_version order by version`.execute(
    databases[0].query,
  );
  expect(rows.map(({ version }) => version)).toEqual(rows.map((_row, index) => index + 1));
  expect(rows.length).toBeGreaterThanOrEqual(2);
});

test('reports do not wait behind a migration that waits for a backup', async () => {
  const { query, migrate } = await openHome();
  // The data of an older version, whose migration changes the table of the rooms.
  await sql`drop table client_move, moved_room`.execute(query);
  await sql`alter table stream drop column is_frozen`.execute(query);
  await sql`alter table phone drop column repeated_at`.execute(query);
  await sql`alter table schema_version drop column oldest_version`.execute(query);
  await sql`delete from schema_version where version >= 46`.execute(query);
  const migrating = await query.transaction().execute(async (backup) => {
    await backup.selectFrom('stream').select('uuid').execute();
    const migration = migrate();
    const waiting = sql`select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'`;
    await expect.poll(async () => (await waiting.execute(query)).rows.length, { interval: 20 }).toBe(1);
    await query.updateTable('stream').set({ room_status: 3 }).where('uuid', '=', small.streamA1x1).execute();
    return { migration };
  });
  await migrating.migration;
  expect(await query.selectFrom('stream').select('is_frozen').distinct().execute()).toEqual([{ is_frozen: 0 }]);
});

test('a report does not wait while all connections except those for reports are busy with queries', async () => {
  const database = await openHome();
  let finishedCount = 0;
  const queries = await database.query.transaction().execute(async (blocking) => {
    await sql`lock table client`.execute(blocking);
    const waiting = Array.from({ length: 20 }, async () => {
      await database.query.selectFrom('client').select('uuid').execute();
      finishedCount += 1;
    });
    const settled = Promise.allSettled(waiting);
    const { query } = selectDevicePool(database);
    await query.updateTable('stream').set({ room_status: 3 }).where('uuid', '=', small.streamA1x1).execute();
    expect(finishedCount).toBe(0);
    return { settled };
  });
  await queries.settled;
  expect(finishedCount).toBeGreaterThan(0);
});

test('while a room is frozen and released again and again, a report for it is stored or refused as unavailable, never as unknown', async () => {
  const { query, reports } = await openHome();
  const done = new AbortController();
  const freezing = (async () => {
    for (let isFrozen = 1; !done.signal.aborted; isFrozen = 1 - isFrozen) {
      await query.updateTable('stream').set({ is_frozen: isFrozen }).where('uuid', '=', small.streamA1x1).execute();
    }
  })();
  const wanted = { streamUuids: [small.streamA1x1], reportKeys: [], receivedAt: 0, observedUuids: [] };
  const outcomes = new Map<string, number>();
  for (let count = 0; count < 1_000; count += 1) {
    let outcome = '';
    const decide = ({ streams }: LoadedRows) => {
      outcome = streams.length === 1 ? 'stored' : 'unknown';
      return noChanges;
    };
    await reports.transact(wanted, decide).catch((error: unknown) => {
      outcome = error instanceof AppError ? error.code : String(error);
    });
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  done.abort();
  await freezing;
  expect([...outcomes.keys()].toSorted()).toEqual(['stored', 'unavailable']);
}, 60_000);

const noChanges = {
  reports: [],
  streams: [],
  observations: [],
  deletedObservations: [],
  alertEvents: [],
  pauseEvents: [],
};

test('PostgreSQL returns large integers, counts and sums as numbers', async () => {
  const { query } = await openHome();
  const at = Date.UTC(2026, 2, 1);
  await query.updateTable('stream').set({ reported_at: at, revision: 5_000_000_000 }).execute();
  const row = await query
    .selectFrom('stream')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('revision').as('sum')])
    .select('reported_at')
    .groupBy('reported_at')
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ count: 6, sum: 30_000_000_000, reported_at: at });
});

test('commits are synchronous even if the database is set to asynchronous commits, and a stricter setting is kept', async () => {
  const url = await createEmptyDatabase();
  const owner = await openAt(url, { poolSize: 1 });
  const { pathname } = new URL(url);
  await sql`alter database ${sql.id(pathname.slice(1))} set synchronous_commit = off`.execute(owner.query);
  const setting = async (database: Database) =>
    (await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(database.query)).rows;
  expect(await setting(await openAt(url))).toEqual([{ synchronous_commit: 'on' }]);
  await sql`alter database ${sql.id(pathname.slice(1))} set synchronous_commit = remote_apply`.execute(owner.query);
  expect(await setting(await openAt(url))).toEqual([{ synchronous_commit: 'remote_apply' }]);
});

test('the error for an unreachable database contains its name and address, and not its password', async () => {
  const urls = [
    postgres.url().replace(/:[^:@]*@/, ':s3cret@'),
    postgres.url('nowhere'),
    'postgres://rooms:s3cret@127.0.0.1:1/rooms',
  ];
  for (const url of urls) {
    const failure: unknown = await openAt(url).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(OperatorError);
    expect(String(failure)).toContain(`${new URL(url).pathname.slice(1)} at ${new URL(url).host}`);
    expect(String(failure)).not.toContain(new URL(url).password);
  }
});

test('opening a database waits for a PostgreSQL that is still starting', async () => {
  await postgres.stop();
  const waits: string[] = [];
  let restarted: Promise<void> | undefined;
  const onWait = (reason: string) => {
    waits.push(reason);
    restarted = postgres.start();
  };
  const database = await openAt(postgres.url(), { maxWaitMs: 20_000, onWait });
  await restarted;
  expect(waits).toHaveLength(1);
  await expect(sql`select 1`.execute(database.query)).resolves.toBeDefined();
});

test('queries that run when PostgreSQL is killed fail as unavailable, and work again after its restart', async () => {
  const { query, isUnavailable } = await openHome();
  const failureOf = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error);
  const sleeping = failureOf(sql`select pg_sleep(20)`.execute(query));
  const inTransaction = failureOf(
    query.transaction().execute(async (transaction) => {
      await transaction.updateTable('stream').set({ room_status: 1 }).execute();
      await sql`select pg_sleep(20)`.execute(transaction);
      await transaction.updateTable('stream').set({ room_status: 2 }).execute();
    }),
  );
  // Both statements must be running before the kill, because an idle transaction could still commit.
  const countSleeping = sql`select 1 from pg_stat_activity where query = 'select pg_sleep(20)' and state = 'active'`;
  await expect.poll(async () => (await countSleeping.execute(query)).rows.length).toBe(2);
  await postgres.kill();
  for (const failed of [sleeping, inTransaction]) {
    expect(isUnavailable(await failed)).toBe(true);
  }
  await postgres.start();
  await expect.poll(() => failureOf(sql`select 1`.execute(query)), { timeout: 10_000 }).toBeUndefined();
  const rows = await query.selectFrom('stream').select('room_status').execute();
  expect(rows.every(({ room_status }) => room_status !== 1 && room_status !== 2)).toBe(true);
});

const backendPid = async (query: Database['query']) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(query)).rows[0]?.pid;

test('a query on a connection that delivers nothing times out, and the connection is not used again', async () => {
  const path = await startTcpProxy(() => postgres.port);
  const url = new URL(await createEmptyDatabase());
  url.host = `localhost:${path.port}`;
  const { query, isUnavailable } = await openAt(url.href, { statementTimeoutMs: 300, poolSize: 1 });
  const before = await backendPid(query);
  path.silence();
  const failure: unknown = await sql`select 1`.execute(query).catch((error: unknown) => error);
  expect(isUnavailable(failure)).toBe(true);
  path.mend();
  // The old connection would deliver the late response to `select 1` to the next query.
  expect(await backendPid(query)).not.toBe(before);
  await path.close();
});

test('a database connection is still usable after one of its statements timed out', async () => {
  const { query, isUnavailable } = await openHome({ statementTimeoutMs: 200, poolSize: 1 });
  const before = await backendPid(query);
  const failure: unknown = await sql`select pg_sleep(20)`.execute(query).catch((error: unknown) => error);
  expect(isUnavailable(failure)).toBe(true);
  expect(await backendPid(query)).toBe(before);
});

test('two transactions in a deadlock both succeed, because one is retried', async () => {
  const database = await openHome();
  const rename = (uuid: string) => sql`update client set display_name = 'New' where uuid = ${uuid}`;
  const newSteps = () => ({ locked: Promise.withResolvers<void>(), ended: Promise.withResolvers<void>() });
  const [one, other] = [newSteps(), newSteps()];
  let attempts = 0;
  const renameBoth = async (first: string, second: string, mine: typeof one, theirs: typeof one) => {
    let isRetry = false;
    await retryOnConflict(database, async () => {
      attempts += 1;
      // The retry waits for the other transaction. Otherwise it could lock its first row and cause a second deadlock.
      if (isRetry) await theirs.ended.promise;
      isRetry = true;
      await database.query.transaction().execute(async (transaction) => {
        await rename(first).execute(transaction);
        mine.locked.resolve();
        await theirs.locked.promise;
        await rename(second).execute(transaction);
      });
    });
    mine.ended.resolve();
  };
  await Promise.all([
    renameBoth(small.clientA, small.clientB, one, other),
    renameBoth(small.clientB, small.clientA, other, one),
  ]);
  expect(attempts).toBe(3);
});
