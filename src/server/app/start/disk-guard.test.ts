import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { everything, seedSmallHome, small } from '../../../../tests/support/homes/small-home.ts';
import { createMemoryBus } from '../../bus/bus-memory.ts';
import type { Database } from '../../database/database.ts';
import { openSqliteDatabase } from '../../database/sqlite/database-sqlite.ts';
import { createReportReceiver } from '../../rooms/reports/receive-report.ts';
import { createDiskGuard, type DiskGuard } from './disk-guard.ts';

const mebibyte = 1024 ** 2;

let folder: string;
let database: Database;
let free: number;
let messages: string[];
let guard: DiskGuard;
let storedCount: number;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'disk-guard-'));
  const file = join(folder, 'rooms.sqlite');
  database = await openSqliteDatabase({ file });
  await database.migrate();
  await seedSmallHome(database);
  free = 1_000 * mebibyte;
  messages = [];
  storedCount = 0;
  const log = (_: object, message: string) => void messages.push(message.replace(file, 'rooms'));
  const bus = createMemoryBus({ error: () => undefined });
  const { receive } = createReportReceiver({ database, bus, now: Date.now });
  guard = createDiskGuard({ database, file, receive, freeBytes: () => free, log: { error: log, warn: log } });
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const reserve = () => join(folder, 'rooms.sqlite.reserve');

function report() {
  const id = String((storedCount += 1));
  const item = { kind: 'report', streamUUID: small.streamA1x1, status: 1, id, at: null, notification: true } as const;
  return guard.receive([{ ...item, debounceMs: null }], { keyId: 'key', scope: everything });
}

const full = 'The disk of rooms is full: reports are refused until there is free space';
const over = 'The disk of rooms has free space again: reports are stored';

test('on a full disk the reserve is deleted, and reports are refused until there is space for a new reserve', async () => {
  await guard.check();
  expect(statSync(reserve()).size).toBe(16 * mebibyte);
  free = 8 * mebibyte;
  await guard.check();
  expect([guard.isFull(), existsSync(reserve())]).toEqual([false, true]);
  await report();
  free -= 2 * mebibyte;
  await guard.check();
  expect([guard.isFull(), existsSync(reserve())]).toEqual([true, false]);
  await expect(report()).rejects.toMatchObject({ code: 'unavailable' });
  free += 16 * mebibyte;
  await guard.check();
  await expect(report(), 'the space of the released reserve is not for reports').rejects.toThrow('full');
  expect(messages).toEqual([full]);
  free = 33 * mebibyte;
  await guard.check();
  await report();
  expect([guard.isFull(), existsSync(reserve())]).toEqual([false, true]);
  expect(messages).toEqual([full, over]);
});

test('the reserve is deleted at once when a report cannot be stored because the disk is full', async () => {
  await guard.check();
  const isFull = database.isFull;
  const failing = createDiskGuard({
    database: { ...database, isFull: (error) => isFull(error) || (error instanceof Error && error.message === 'full') },
    file: join(folder, 'rooms.sqlite'),
    receive: async () => {
      throw new Error('refused', { cause: new Error('full') });
    },
    log: { error: () => undefined, warn: () => undefined },
  });
  await expect(failing.receive([], { keyId: 'key', scope: everything })).rejects.toThrow('refused');
  expect([failing.isFull(), existsSync(reserve())]).toEqual([true, false]);
});

test('unused pages of the file count as free space, so reports are stored after a prune although the disk stays full', async () => {
  free = 0;
  await guard.check();
  expect(guard.isFull()).toBe(true);
  for (let index = 0; index < 45; index += 1) {
    const value = 'x'.repeat(mebibyte);
    await database.query
      .insertInto('identity_key')
      .values({ name: String(index), value })
      .execute();
  }
  await database.query.deleteFrom('identity_key').execute();
  free = 12 * mebibyte;
  await guard.check();
  expect([guard.isFull(), statSync(reserve()).size]).toEqual([false, 8 * mebibyte]);
});

test('a disk counts as full while it has neither the reserve file nor the space to create it', async () => {
  free = 31 * mebibyte;
  await guard.check();
  expect([guard.isFull(), existsSync(reserve())]).toEqual([true, false]);
});
