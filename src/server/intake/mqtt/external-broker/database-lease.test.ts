import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../../../../tests/support/database/test-database.ts';
import type { Database } from '../../../database/database.ts';
import { startDatabaseLease } from './database-lease.ts';
import { createLeaseTable, type LeaseTable } from './lease-table.ts';
import type { ReaderLease } from './reader-lease.ts';

let database: Database;
const leases: ReaderLease[] = [];
const never = new AbortController().signal;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  await Promise.all(leases.splice(0).map((lease) => lease.release()));
  await database.close();
});

const times = { renewIntervalMs: 20, validMs: 400, takeoverAfterMs: 600 };
function start(more: Partial<Parameters<typeof startDatabaseLease>[0]> = {}): ReaderLease {
  const log = { warn: () => undefined };
  const table = createLeaseTable(database);
  const lease = startDatabaseLease({ table, times, monotonic: () => performance.now(), log, ...more });
  leases.push(lease);
  return lease;
}

test('all processes of an installation get the same client id, and another installation gets another', async () => {
  const [first, second] = await Promise.all([createLeaseTable(database).read(), createLeaseTable(database).read()]);
  expect(first).toEqual(second);
  const other = await openTestDatabase();
  expect((await createLeaseTable(other).read()).clientId).not.toBe(first.clientId);
  await other.close();
});

test('of two processes that see the same expired lease only one takes it over', async () => {
  const table = createLeaseTable(database);
  const row = await table.read();
  const taken = await Promise.all([table.takeOver(row, 'a'), table.takeOver(row, 'b')]);
  expect(taken.toSorted((x, y) => Number(x) - Number(y))).toEqual([false, true]);
});

test('a lease that its holder renewed meanwhile is not taken over', async () => {
  const table = createLeaseTable(database);
  await table.takeOver(await table.read(), 'holder');
  const row = await table.read();
  await table.renew('holder');
  expect(await table.takeOver(row, 'other')).toBe(false);
});

test('a holder loses the lease while a renewal hangs, and a process that takes over waits for that', async () => {
  const table = createLeaseTable(database);
  const state = { hangs: false };
  const hanging: LeaseTable = {
    ...table,
    renew: (holder) => (state.hangs ? new Promise(() => undefined) : table.renew(holder)),
  };
  const first = start({ table: hanging });
  const { lost } = await first.acquire(never);
  state.hangs = true;
  const second = start();
  await second.acquire(never);
  expect([lost.aborted, first.isHeld()]).toEqual([true, false]);
  leases.splice(leases.indexOf(first), 1);
});

test('a process that was paused longer than the lease is valid does not hold it when it continues', async () => {
  const clock = { now: 0 };
  const lease = start({ monotonic: () => clock.now, times: { ...times, renewIntervalMs: 600_000 } });
  await lease.acquire(never);
  clock.now = times.validMs - 1;
  expect(lease.isHeld()).toBe(true);
  clock.now = times.validMs;
  expect(lease.isHeld()).toBe(false);
});

test('a holder whose lease was taken over loses it at its next renewal', async () => {
  const lease = start({ times: { ...times, validMs: 600_000, takeoverAfterMs: 900_000 } });
  const { lost } = await lease.acquire(never);
  const table = createLeaseTable(database);
  await vi.waitFor(async () => expect(await table.takeOver(await table.read(), 'other')).toBe(true));
  await vi.waitFor(() => expect(lost.aborted).toBe(true));
  expect(lease.isHeld()).toBe(false);
});
