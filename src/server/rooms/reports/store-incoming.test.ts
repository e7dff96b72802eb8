import { afterEach, beforeEach, expect, test } from 'vitest';
import { everything, seedSmallHome, small } from '../../../../tests/support/homes/small-home.ts';
import { openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import type { Incoming, IncomingObservation, IncomingReport } from '../../../domain/ingest/incoming.ts';
import type { Database } from '../../database/database.ts';
import { storeDeliveries } from './store-incoming.ts';

const noon = Date.UTC(2026, 2, 1, 12);
const room = small.streamA1x1;
const [outOfBed, inBed, bathroom] = [3, 5, 6];

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
  await database.migrate();
  await seedSmallHome(database);
});
afterEach(() => database.close());

const store = (items: readonly Incoming[], receivedAt = noon, scope: Parameters<typeof deliver>[1] = everything) =>
  storeDeliveries(database, [deliver(items, scope, receivedAt)]);
const deliver = (
  items: readonly Incoming[],
  scope: Parameters<typeof storeDeliveries>[1][number]['sender']['scope'],
  receivedAt: number,
) => ({ items, sender: { keyId: 'gateway', scope }, receivedAt });
const say = (status: number, change: Partial<IncomingReport> = {}): IncomingReport => ({
  kind: 'report',
  streamUUID: room,
  status,
  at: null,
  notification: true,
  id: null,
  holdMs: null,
  ...change,
});
/** Two zones with counts of people, as some cameras tell them. */
const count = (zone: 'bed' | 'bath', people: number): IncomingObservation => ({
  kind: 'observation',
  streamUUID: room,
  values: { [zone]: String(people) },
  at: null,
  notification: true,
  read: (values) => {
    const isIn = (name: string) => Number(values.get(name) ?? 0) > 0;
    const status = isIn('bed') ? inBed : isIn('bath') ? bathroom : outOfBed;
    return { status, holdMs: null };
  },
});
const row = () => database.query.selectFrom('stream').selectAll().where('uuid', '=', room).executeTakeFirstOrThrow();
const log = () => database.query.selectFrom('report').selectAll().orderBy('sequence').execute();

test('parts that are told one by one say together what goes on, whoever took the one before', async () => {
  await store([count('bath', 0), count('bed', 1)]);
  expect((await row()).room_status).toBe(inBed);
  await store([count('bath', 1)], noon + 1_000);
  expect((await row()).room_status).toBe(inBed);
  await store([count('bed', 0)], noon + 2_000);
  expect((await row()).room_status).toBe(bathroom);
});

test('parts that say nothing new are not reports', async () => {
  await store([count('bed', 1)]);
  const { updates } = await store([count('bed', 2), count('bed', 1)], noon + 20_000);
  expect(updates).toEqual([]);
  expect(await log()).toHaveLength(1);
  expect(await row()).toMatchObject({ revision: 1, seen_at: noon + 20_000 });
});

test('of parts that another process stored before those that came earlier, the later ones count', async () => {
  await store([count('bed', 1)]);
  await store([count('bed', 0)], noon + 2_000);
  await store([count('bed', 1)], noon + 1_995);
  expect((await row()).room_status).toBe(outOfBed);
  expect(await database.query.selectFrom('observation').selectAll().execute()).toMatchObject([
    { name: 'bed', value: '0', observed_at: noon + 2_000 },
  ]);
});

test('a clock that was set back does not make parts of now older than those before', async () => {
  await store([count('bed', 1)], noon + 3_600_000);
  await store([count('bed', 0)], noon);
  expect((await row()).room_status).toBe(outOfBed);
});

test('of parts for a room outside of the scope nothing is kept', async () => {
  const { answers } = await store([count('bed', 1)], noon, { kind: 'ward', uuid: small.wardB1x });
  expect(answers).toEqual([[{ outcome: 'unknown-stream' }]]);
  expect(await database.query.selectFrom('observation').selectAll().execute()).toEqual([]);
});

test('that a device is there is written only now and then, and never announced', async () => {
  await store([say(inBed)]);
  for (const seconds of [1, 4]) {
    expect((await store([{ kind: 'heartbeat', streamUUID: room }], noon + seconds * 1_000)).updates).toEqual([]);
    expect((await row()).seen_at).toBe(noon);
  }
  await store([{ kind: 'heartbeat', streamUUID: room }], noon + 5_000);
  expect((await row()).seen_at).toBe(noon + 5_000);
});

test('a device that is soon missed is seen more closely', async () => {
  await database.query.updateTable('stream').set({ rules: '{"silentAfter":10}' }).where('uuid', '=', room).execute();
  await store([say(inBed)]);
  await store([{ kind: 'heartbeat', streamUUID: room }], noon + 4_900);
  const look = { kind: 'silence', streamUUID: room, watchedSince: 0 } as const;
  expect((await store([look], noon + 10_500)).updates).toEqual([]);
});

test('what its broker had kept does not call a device back, and is no return in the log', async () => {
  await store([say(inBed), { kind: 'offline', streamUUID: room }]);
  const accepted = { outcome: 'accepted', revision: 2 };
  const kept = { notification: false, isKept: true, at: noon + 60_000 } as const;
  expect(await store([say(outOfBed, kept), { ...count('bath', 1), ...kept }], noon + 60_000)).toEqual({
    answers: [[accepted, accepted]],
    updates: [],
  });
  expect(await row()).toMatchObject({ room_status: 12, seen_at: noon, status_before_silence: bathroom });
  expect((await log()).map(({ effect, notification }) => [effect, notification])).toEqual([
    ['card', 1],
    ['card', 1],
    ['history', 0],
    ['history', 0],
  ]);
});

test('a report that is too old to be shown is told so', async () => {
  const { answers } = await store([say(inBed), say(bathroom, { at: noon - 3_600_000 })]);
  expect(answers).toEqual([
    [
      { outcome: 'accepted', revision: 1 },
      { outcome: 'accepted', revision: 1, isHistory: true },
    ],
  ]);
});

test('the last word is shown though the clock of the process that takes it is a little behind', async () => {
  const fall = 1;
  await store([say(inBed)], noon + 3_000);
  expect((await store([say(bathroom)], noon)).answers).toEqual([[{ outcome: 'accepted', revision: 2 }]]);
  expect(await row()).toMatchObject({ room_status: bathroom, last_notification: bathroom, reported_at: noon + 3_000 });
  await store([say(fall)], noon + 500);
  expect(await row()).toMatchObject({ room_status: fall, last_notification: fall, reported_at: noon + 3_000 });
  await store([say(inBed)], noon + 4_000);
  expect((await row()).room_status).toBe(inBed);
});

test('an urgent report with a time of its own keeps its place in the order', async () => {
  await store([say(inBed)], noon + 3_000);
  await store([say(1, { at: noon })], noon + 3_500);
  expect((await row()).room_status).toBe(inBed);
});

test('a time in whole seconds is not older than what is known of that second', async () => {
  const fall = 1;
  await store([say(inBed)], noon + 400);
  await store([say(fall, { at: noon })], noon + 700);
  expect(await row()).toMatchObject({ room_status: fall, last_notification: fall, reported_at: noon + 400 });
  await store([say(inBed, { at: noon - 1_000 }), say(inBed, { at: noon + 399 })], noon + 900);
  expect((await row()).room_status).toBe(fall);
});

test('a device that its broker calls gone is unreachable at once, and back with its first word', async () => {
  await store([say(inBed)]);
  expect((await store([{ kind: 'offline', streamUUID: room }], noon + 1_000)).updates).toMatchObject([
    { update: { roomStatus: 12, lastNotification: 12, revision: 2 } },
  ]);
  expect((await store([{ kind: 'heartbeat', streamUUID: room }], noon + 2_000)).updates).toMatchObject([
    { update: { roomStatus: inBed, lastNotification: 12, revision: 3 } },
  ]);
});

test('the log says what became of each report', async () => {
  await store([say(inBed)]);
  await store([say(inBed, { id: 'again' })], noon + 1_000);
  await store([say(outOfBed, { holdMs: 5_000 })], noon + 2_000);
  await store([say(bathroom, { at: noon - 700_000 })], noon + 3_000);
  expect((await log()).map(({ effect }) => effect)).toEqual(['card', 'repeat', 'held', 'history']);
  expect((await store([say(inBed, { id: 'again' })], noon + 4_000)).answers).toEqual([
    [{ outcome: 'duplicate', revision: 1 }],
  ]);
});

test('one update a stream leaves a transaction, and it is the newest', async () => {
  const { updates } = await store([say(inBed), say(bathroom), say(inBed, { streamUUID: small.streamB1x1 })]);
  expect(updates.map(({ update }) => [update.uuid, update.roomStatus, update.revision])).toEqual([
    [room, bathroom, 2],
    [small.streamB1x1, inBed, 1],
  ]);
});

test('a stream’s own rules count', async () => {
  await database.query
    .updateTable('stream')
    .set({ rules: '{"holdOff":{"out_of_bed":3}}' })
    .where('uuid', '=', room)
    .execute();
  await store([say(inBed), say(outOfBed)]);
  expect(await row()).toMatchObject({ room_status: inBed, pending_status: outOfBed, pending_due_at: noon + 3_000 });
});
