import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { everything, seedSmallHome, small } from '../../../tests/support/homes/small-home.ts';
import { createTestReceiver } from '../../../tests/support/reports/test-receiver.ts';
import type { Database } from './database.ts';
import { createDiskSpace, type DiskSpace, type DiskSpaceOptions } from './disk-space.ts';
import { isDiskFull } from './postgres/postgres-errors.ts';
import { openSqliteDatabase } from './sqlite/database-sqlite.ts';

const mebibyte = 1024 ** 2;
const full = 'The disk of /data is full: reports are refused until there is free space';
const over = 'The disk of /data has free space again: reports are stored';

let folder: string;
let database: Database;
let free: number;
let time: number;
let messages: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'disk-space-'));
  database = await openSqliteDatabase({ file: join(folder, 'rooms.sqlite') });
  await database.migrate();
  await seedSmallHome(database);
  [free, time, messages] = [1_000 * mebibyte, 0, []];
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const reserve = () => join(folder, 'rooms.sqlite.reserve');
const log = (_: object, message: string) => void messages.push(message);

/** Opens the disk check of a SQLite file. With `{ file: undefined }` it checks a PostgreSQL. */
const openDisk = (change: Partial<DiskSpaceOptions> = {}) =>
  createDiskSpace({
    database,
    file: join(folder, 'rooms.sqlite'),
    place: '/data',
    freeBytes: () => free,
    elapsed: () => time,
    log: { error: log, warn: log },
    ...change,
  });

function senderTo(disk: DiskSpace) {
  const receiver = createTestReceiver(database, { disk });
  const item = { kind: 'report', streamUUID: small.streamA1x1, status: 1, at: null, notification: true } as const;
  return (id: string) =>
    receiver.receive([{ ...item, id, debounceMs: null }], { keyId: 'key', scope: everything }).then(
      () => 'stored',
      (error: unknown) => (error instanceof Error && error.message.includes('disk') ? 'disk full' : 'refused'),
    );
}

test('on a full disk the reserve is deleted, and reports are refused until there is space for a new reserve', async () => {
  const disk = openDisk();
  const send = senderTo(disk);
  await disk.check();
  expect(statSync(reserve()).size).toBe(16 * mebibyte);
  free = 8 * mebibyte;
  await disk.check();
  expect([await send('a'), disk.isFull(), existsSync(reserve())]).toEqual(['stored', false, true]);
  free -= 2 * mebibyte;
  await disk.check();
  expect([await send('b'), disk.isFull(), existsSync(reserve())]).toEqual(['disk full', true, false]);
  free += 16 * mebibyte;
  await disk.check();
  expect(await send('c'), 'the space of the released reserve is not for reports').toBe('disk full');
  expect(messages).toEqual([full]);
  free = 33 * mebibyte;
  await disk.check();
  expect([await send('d'), disk.isFull(), existsSync(reserve())]).toEqual(['stored', false, true]);
  expect(messages).toEqual([full, over]);
});

test('the reserve is deleted at once when a report cannot be stored because the disk is full', async () => {
  const disk = openDisk();
  const send = senderTo(disk);
  await disk.check();
  await sql`pragma max_page_count = 1`.execute(database.query);
  for (let index = 0; !disk.isFull() && index < 3_000; index += 1) await send(`${index} ${'x'.repeat(100)}`);
  expect([disk.isFull(), existsSync(reserve())]).toEqual([true, false]);
});

test('unused pages of the file count as free space, so reports are stored after a prune although the disk stays full', async () => {
  const disk = openDisk();
  free = 0;
  await disk.check();
  expect(disk.isFull()).toBe(true);
  for (let index = 0; index < 45; index += 1) {
    const value = 'x'.repeat(mebibyte);
    await database.query
      .insertInto('identity_key')
      .values({ name: String(index), value })
      .execute();
  }
  await database.query.deleteFrom('identity_key').execute();
  free = 12 * mebibyte;
  await disk.check();
  expect([disk.isFull(), statSync(reserve()).size]).toEqual([false, 8 * mebibyte]);
});

test('a disk counts as full while it has neither the reserve file nor the space to create it', async () => {
  const disk = openDisk();
  free = 31 * mebibyte;
  await disk.check();
  expect([disk.isFull(), existsSync(reserve())]).toEqual([true, false]);
});

test('with PostgreSQL a full disk is logged once, and its end when a report is stored 10 s after the last failure', async () => {
  const disk = openDisk({ file: undefined });
  const send = senderTo(disk);
  const setPages = (pages: number) => sql`${sql.raw(`pragma max_page_count = ${pages}`)}`.execute(database.query);
  await send('before');
  await setPages(1);
  let refused = 0;
  for (let index = 0; refused < 3 && index < 3_000; index += 1) {
    if ((await send(`${index} ${'x'.repeat(100)}`)) === 'refused') refused += 1;
  }
  expect([refused, disk.isFull(), messages]).toEqual([3, false, [full]]);
  await setPages(100_000);
  await send('soon after');
  time = 9_999;
  await send('almost');
  expect(messages, 'one stored report within 10 s is no proof of free space').toEqual([full]);
  time = 10_000;
  await send('before');
  expect(messages, 'a duplicate needs no space').toEqual([full]);
  await send('long after');
  await send('longer after');
  expect(messages).toEqual([full, over]);
});

test('an error of PostgreSQL counts as a full disk only with the code 53100', () => {
  const disk = openDisk({ file: undefined, database: { query: database.query, isFull: isDiskFull } });
  const errorWith = (code: string) => Object.assign(new pg.DatabaseError('no space', 0, 'error'), { code });
  disk.failed(errorWith('57P01'));
  expect(messages).toEqual([]);
  disk.failed(errorWith('53100'));
  expect(messages).toEqual([full]);
});
