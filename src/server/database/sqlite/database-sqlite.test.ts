import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seedSmallHome, small } from '../../../../tests/support/homes/small-home.ts';
import { openSqliteDatabase } from './database-sqlite.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'room-status-database-'));
  file = join(folder, 'home', 'rooms.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function openMigrated() {
  const database = await openSqliteDatabase({ file });
  await database.migrate();
  return database;
}

test('data survives a restart, and a second migration changes nothing', async () => {
  const first = await openMigrated();
  await seedSmallHome(first);
  await first.close();
  const second = await openMigrated();
  expect(await second.query.selectFrom('stream').select('uuid').execute()).toHaveLength(6);
  await second.close();
});

test('only the owner of the file can read it and its WAL', async () => {
  const database = await openMigrated();
  const permissions = [file, `${file}-wal`].map((one) => (statSync(one).mode & 0o777).toString(8));
  await database.close();
  expect(permissions).toEqual(['600', '600']);
});

test('the connection of a command syncs every commit to disk; that of the server leaves the syncs to durability.ts', async () => {
  const server = await openMigrated();
  const command = await openSqliteDatabase({ file, isShared: true });
  const pragmas = async ({ query }: typeof server, ...names: string[]) => {
    const values: unknown[] = [];
    for (const name of names) {
      const { rows } = await sql<Record<string, unknown>>`${sql.raw(`pragma ${name}`)}`.execute(query);
      values.push(...Object.values(rows[0] ?? {}));
    }
    return values;
  };
  const names = ['journal_mode', 'synchronous', 'wal_autocheckpoint', 'busy_timeout', 'foreign_keys'];
  expect(await pragmas(command, ...names)).toEqual(['wal', 2, 1_000, 5_000, 1]);
  expect(await pragmas(server, ...names)).toEqual(['wal', 1, 0, 5_000, 1]);
  await command.close();
  await server.close();
});

test('a second server is refused until the first one closes the file', async () => {
  const first = await openMigrated();
  await expect(openSqliteDatabase({ file })).rejects.toThrow(
    /Another Room Status is already running on .*rooms.sqlite/,
  );
  await first.close();
  await (await openMigrated()).close();
});

test('a folder that cannot be created, or a file that is not a database, is refused and leaves no lock', async () => {
  writeFileSync(join(folder, 'home'), 'a file where the folder should be');
  await expect(openSqliteDatabase({ file })).rejects.toThrow('The data cannot be written at');
  const text = join(folder, 'text.sqlite');
  writeFileSync(text, 'this is not a database, although it is long enough to look like one');
  for (const attempt of [1, 2]) {
    await expect(openSqliteDatabase({ file: text }), `${attempt}`).rejects.toThrow(
      /cannot be written at .*text.sqlite/,
    );
  }
});

test('a write outside a transaction that is sent while the transaction runs survives its rollback', async () => {
  const database = await openMigrated();
  const { query } = database;
  const failing = query.transaction().execute(async (transaction) => {
    await transaction.insertInto('client').values({ uuid: small.clientA, display_name: 'A' }).execute();
    await new Promise(setImmediate);
    throw new Error('roll back');
  });
  const separate = query.insertInto('client').values({ uuid: small.clientB, display_name: 'B' }).execute();
  const [failed] = await Promise.allSettled([failing, separate]);
  expect(failed.status).toBe('rejected');
  expect(await query.selectFrom('client').select('uuid').execute()).toEqual([{ uuid: small.clientB }]);
  await database.close();
});

test('reports that arrive during another transaction are stored after it and survive its rollback', async () => {
  const database = await openMigrated();
  await seedSmallHome(database);
  const changes = {
    reports: [],
    streams: [],
    observations: [{ stream_uuid: small.streamA1x1, name: 'bed', value: '1', observed_at: 1 }],
    deletedObservations: [],
    alertEvents: [],
    pauseEvents: [],
  };
  const wanted = { streamUuids: [small.streamA1x1], reportKeys: [], receivedAt: 0, observedUuids: [] };
  let storing: Promise<object> | undefined;
  const failing = database.query.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('observation').execute();
    storing = database.reports.transact(wanted, () => changes);
    await new Promise(setImmediate);
    throw new Error('roll back');
  });
  await expect(failing).rejects.toThrow('roll back');
  await storing;
  expect(await database.query.selectFrom('observation').select('value').execute()).toEqual([{ value: '1' }]);
  await database.close();
});

test('a transaction of the server locks out writes of a command from its first read until its commit', async () => {
  const server = await openMigrated();
  const command = new Sqlite(file, { timeout: 0 });
  const addClient = () =>
    command.prepare('insert into client (uuid, display_name) values (?, ?)').run(small.clientB, 'B');
  await server.query.transaction().execute(async (transaction) => {
    expect(await transaction.selectFrom('client').select('uuid').execute()).toEqual([]);
    // The server holds the write lock from its first read on, so the command cannot write in between.
    expect(addClient).toThrow(/locked/);
    await transaction.insertInto('client').values({ uuid: small.clientA, display_name: 'A' }).execute();
  });
  addClient();
  expect(await server.query.selectFrom('client').select('uuid').execute()).toHaveLength(2);
  command.close();
  await server.close();
});

test('a transaction on a full disk fails as unavailable and is rolled back; with free space it works again', async () => {
  const database = await openMigrated();
  const setPages = (pages: number) => sql`${sql.raw(`pragma max_page_count = ${pages}`)}`.execute(database.query);
  await setPages(1);
  const grow = database.query.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('client')
      .values({ uuid: small.clientA, display_name: 'x'.repeat(100_000) })
      .execute();
  });
  const error = await grow.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code: 'SQLITE_FULL' });
  expect([database.isUnavailable(error), database.isFull(error)]).toEqual([true, true]);
  await setPages(100_000);
  expect(await database.query.selectFrom('client').select('uuid').execute()).toEqual([]);
  await seedSmallHome(database);
  await database.close();
});

test('an error from a damaged file counts as a failure of the database, a violated constraint does not', async () => {
  const first = await openMigrated();
  await seedSmallHome(first);
  const { rows } = await sql<{
    page: number;
  }>`select rootpage as page from sqlite_master where name = 'report'`.execute(first.query);
  await first.close();
  const page = 4_096;
  const damaged = openSync(file, 'r+');
  writeSync(damaged, Buffer.alloc(page, 0xa5), 0, page, ((rows[0]?.page ?? 0) - 1) * page);
  closeSync(damaged);

  const database = await openSqliteDatabase({ file });
  const report = { stream_uuid: small.streamA1x1, report_id: null, status: 1, notification: 1, at: 1, received_at: 1 };
  const error = await database.query
    .insertInto('report')
    .values({ ...report, revision: 1, device_key_id: 'x' })
    .execute()
    .catch((reason: unknown) => reason);
  expect(String(error)).toContain('malformed');
  expect([database.isUnavailable(error), database.isFailure(error)]).toEqual([true, true]);
  const duplicate = await seedSmallHome(database).catch((reason: unknown) => reason);
  expect(String(duplicate)).toContain('UNIQUE');
  expect([database.isUnavailable(duplicate), database.isFailure(duplicate)]).toEqual([false, false]);
  await database.close();
});

test('only writes of another process change the version of external writes', async () => {
  const server = await openMigrated();
  const version = server.externalWriteVersion();
  await seedSmallHome(server);
  expect(server.externalWriteVersion()).toBe(version);
  const command = await openSqliteDatabase({ file, isShared: true });
  await command.query.updateTable('ward').set({ display_name: 'Renamed' }).execute();
  const changed = server.externalWriteVersion();
  expect(changed).not.toBe(version);
  expect(server.externalWriteVersion()).toBe(changed);
  await command.close();
  await server.close();
});
