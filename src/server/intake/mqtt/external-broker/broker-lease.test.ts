import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../../../../tests/support/database/test-database.ts';
import type { Database } from '../../../database/database.ts';
import { createLeaseTable, type LeaseTable } from './lease-table.ts';
import { createPermanentLease, defaultLeaseTimes, type BrokerLease, startBrokerLease } from './broker-lease.ts';

const times = { renewIntervalMs: 20, validMs: 400, takeoverAfterMs: 600 };
const never = new AbortController().signal;
let database: Database;
let table: LeaseTable;
const leases: BrokerLease[] = [];
beforeEach(async () => {
  database = await openTestDatabase();
  table = createLeaseTable(database, 'read');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(leases.splice(0).map((lease) => lease.release()));
  await database.close();
});

function start(more: Partial<typeof times> = {}, ownTable = table): BrokerLease {
  const lease = startBrokerLease(ownTable, { ...times, ...more }, { warn: () => undefined });
  leases.push(lease);
  return lease;
}

test('by default a lease is renewed three times before it ends, and ends before another process may take it', () => {
  const { renewIntervalMs, validMs, takeoverAfterMs } = defaultLeaseTimes;
  expect(renewIntervalMs * 3).toBeLessThan(validMs);
  expect(validMs).toBeLessThan(takeoverAfterMs);
});

test('all processes of an installation get the same client id, and another installation gets another', async () => {
  const [first, second] = await Promise.all([table.read(), table.read()]);
  expect(first).toEqual(second);
  const other = await openTestDatabase();
  expect((await createLeaseTable(other, 'read').read()).clientId).not.toBe(first.clientId);
  await other.close();
});

test('a single process has the same client id after a restart, even on another machine', async () => {
  const log = { warn: () => undefined };
  const { clientId } = await createPermanentLease(table, log).acquire(never);
  expect(await createPermanentLease(table, log).acquire(never)).toMatchObject({ clientId });
  expect(await table.read()).toMatchObject({ clientId, holder: '' });
});

test('of two processes that see the same expired lease only one takes it', async () => {
  const row = await table.read();
  const taken = await Promise.all([table.take(row, 'a'), table.take(row, 'b')]);
  expect(taken.toSorted((x, y) => Number(x) - Number(y))).toEqual([false, true]);
});

test('a lease is taken over when neither holder nor beat changed for the takeover time, and not before', async () => {
  await table.take(await table.read(), 'first');
  const takeoverAfterMs = 1_000;
  const lease = start({ takeoverAfterMs });
  for (const holder of ['first', 'second']) {
    await wait(250);
    await table.take(await table.read(), holder);
    expect(lease.isHeld()).toBe(false);
  }
  const changedAt = performance.now();
  await lease.acquire(never);
  expect(performance.now() - changedAt).toBeGreaterThanOrEqual(takeoverAfterMs);
});

test('a holder whose renewal hangs loses its lease before another process takes the lease over', async () => {
  const state = { hangs: false };
  const hanging: LeaseTable = {
    ...table,
    take: (row, holder) => (state.hangs ? new Promise(() => undefined) : table.take(row, holder)),
  };
  const first = start({}, hanging);
  const { lost } = await first.acquire(never);
  state.hangs = true;
  await start().acquire(never);
  expect([lost.aborted, first.isHeld()]).toEqual([true, false]);
  leases.shift();
});

test('a process that was paused longer than the lease is valid does not hold it when it continues', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const lease = start({ renewIntervalMs: 600_000 });
  await lease.acquire(never);
  clock.mockReturnValue(times.validMs - 1);
  expect(lease.isHeld()).toBe(true);
  clock.mockReturnValue(times.validMs);
  expect(lease.isHeld()).toBe(false);
});

test('a holder whose lease was taken over loses it at its next renewal', async () => {
  const lease = start({ validMs: 600_000, takeoverAfterMs: 900_000 });
  const { lost } = await lease.acquire(never);
  await vi.waitFor(async () => expect(await table.take(await table.read(), 'other')).toBe(true));
  await vi.waitFor(() => expect(lost.aborted).toBe(true));
  expect(lease.isHeld()).toBe(false);
});

test('an offered lease goes to a process that waits for it, and back to its holder if there is none', async () => {
  const first = start({ takeoverAfterMs: 600_000 });
  const { lost } = await first.acquire(never);
  first.offer();
  const second = start({ takeoverAfterMs: 100 });
  const term = await second.acquire(never);
  expect([lost.aborted, first.isHeld()]).toEqual([true, false]);
  second.offer();
  await vi.waitFor(() => expect(term.lost.aborted).toBe(true));
  await second.acquire(never);
  expect(second.isHeld()).toBe(true);
});
