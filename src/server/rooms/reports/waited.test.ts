/** What has waited at a broker for a process that is gone, and what others took meanwhile. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { everything, seedSmallHome, small } from '../../../../tests/support/homes/small-home.ts';
import { openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import type { Incoming, IncomingObservation, IncomingReport } from '../../../domain/ingest/incoming.ts';
import type { Database } from '../../database/database.ts';
import { storeDeliveries } from './store-incoming.ts';

const noon = Date.UTC(2026, 2, 1, 12);
const room = small.streamA1x1;
const [manDown, outOfBed, inBed] = [1, 3, 5];
const waitedSince = noon - 30_000;

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
  await seedSmallHome(database);
});
afterEach(() => database.close());

const store = (item: Incoming, receivedAt: number) =>
  storeDeliveries(database, [{ items: [item], sender: { keyId: 'mqtt', scope: everything }, receivedAt }]);
const say = (status: number, waited: Pick<IncomingReport, 'waitedSince'> = {}): IncomingReport => ({
  kind: 'report',
  streamUUID: room,
  status,
  at: null,
  notification: true,
  id: null,
  holdMs: null,
  ...waited,
});
const bed = (people: string, waited: Pick<IncomingReport, 'waitedSince'> = {}): IncomingObservation => ({
  kind: 'observation',
  streamUUID: room,
  values: { bed: people },
  at: null,
  notification: true,
  read: (values) => ({ status: values.get('bed') === '1' ? inBed : outOfBed, holdMs: null }),
  ...waited,
});
const shown = async () => {
  const row = database.query.selectFrom('stream').select('room_status').where('uuid', '=', room);
  return (await row.executeTakeFirstOrThrow()).room_status;
};

test('it does not hide a fall that was told meanwhile', async () => {
  await store(say(manDown), noon - 10_000);
  for (const status of [inBed, outOfBed]) await store(say(status, { waitedSince }), noon);
  expect(await shown()).toBe(manDown);
});

test('a fall that has waited is told late, rather than never', async () => {
  await store(say(inBed), noon - 10_000);
  const { updates } = await store(say(manDown, { waitedSince }), noon);
  expect(updates).toMatchObject([{ update: { roomStatus: manDown } }]);
  expect(await shown()).toBe(manDown);
});

test('where nothing was told meanwhile it is shown', async () => {
  await store(say(outOfBed), noon - 40_000);
  await store(say(inBed, { waitedSince }), noon);
  expect(await shown()).toBe(inBed);
});

test('a part that was told meanwhile is newer than one that has waited', async () => {
  await store(bed('1'), noon - 10_000);
  await store(bed('0', { waitedSince }), noon);
  expect(await shown()).toBe(inBed);
});
