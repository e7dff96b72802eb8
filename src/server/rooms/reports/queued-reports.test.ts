/** Messages that were queued at a broker while no process read them, and newer messages that arrived before them. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { everything, seedSmallHome, small } from '../../../../tests/support/homes/small-home.ts';
import { openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import type { Incoming, IncomingObservation, IncomingReport } from '../../../domain/ingest/incoming.ts';
import type { Database } from '../../database/database.ts';
import { storeDeliveries } from './store-deliveries.ts';

const noon = Date.UTC(2026, 2, 1, 12);
const room = small.streamA1x1;
const [manDown, outOfBed, inBed] = [1, 3, 5];
const queuedSince = noon - 30_000;

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
  await seedSmallHome(database);
});
afterEach(() => database.close());

const store = (item: Incoming, receivedAt: number) =>
  storeDeliveries(database, [{ items: [item], sender: { keyId: 'mqtt', scope: everything }, receivedAt }]);
const say = (status: number, queued: Pick<IncomingReport, 'queuedSince'> = {}): IncomingReport => ({
  kind: 'report',
  streamUUID: room,
  status,
  at: null,
  notification: true,
  id: null,
  debounceMs: null,
  ...queued,
});
const bed = (people: string, queued: Pick<IncomingReport, 'queuedSince'> = {}): IncomingObservation => ({
  kind: 'observation',
  streamUUID: room,
  values: { bed: people },
  at: null,
  notification: true,
  interpret: (values) => ({ status: values.get('bed') === '1' ? inBed : outOfBed, debounceMs: null }),
  ...queued,
});
const shown = async () => {
  const row = database.query.selectFrom('stream').select('room_status').where('uuid', '=', room);
  return (await row.executeTakeFirstOrThrow()).room_status;
};

test('a queued report does not hide a fall that was reported meanwhile', async () => {
  await store(say(manDown), noon - 10_000);
  for (const status of [inBed, outOfBed]) await store(say(status, { queuedSince }), noon);
  expect(await shown()).toBe(manDown);
});

test('a queued fall is shown although another status was reported meanwhile', async () => {
  await store(say(inBed), noon - 10_000);
  const { updates } = await store(say(manDown, { queuedSince }), noon);
  expect(updates).toMatchObject([{ update: { roomStatus: manDown } }]);
  expect(await shown()).toBe(manDown);
});

test('a queued report is shown if nothing was reported meanwhile', async () => {
  await store(say(outOfBed), noon - 40_000);
  await store(say(inBed, { queuedSince }), noon);
  expect(await shown()).toBe(inBed);
});

test('a queued observed value does not replace one that was reported meanwhile', async () => {
  await store(bed('1'), noon - 10_000);
  await store(bed('0', { queuedSince }), noon);
  expect(await shown()).toBe(inBed);
});
