import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeRoom, everything, small, unknownUuid } from '../../../../tests/support/homes/small-home.ts';
import { openSmallHome } from '../../../../tests/support/database/test-database.ts';
import type {
  IncomingItem,
  IncomingObservation,
  IncomingPresence,
  IncomingReport,
} from '../../../domain/ingest/incoming.ts';
import type { Database } from '../../database/database.ts';
import { storeDeliveries } from '../../../../tests/support/reports/test-receiver.ts';

const noon = Date.UTC(2026, 2, 1, 12);
const room = small.streamA1x1;
const [outOfBed, inBed, bathroom] = [3, 5, 6];

let database: Database;
beforeEach(async () => {
  database = await openSmallHome();
});
afterEach(() => database.close());

const store = (items: readonly IncomingItem[], receivedAt = noon, scope: Parameters<typeof deliver>[1] = everything) =>
  storeDeliveries(database.reports, [deliver(items, scope, receivedAt)]);
const deliver = (
  items: readonly IncomingItem[],
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
  debounceMs: null,
  ...change,
});
/** Returns an observation of the number of people in a zone, as some cameras report it. */
const count = (zone: 'bed' | 'bath', people: number): IncomingObservation => ({
  kind: 'observation',
  streamUUID: room,
  values: { [zone]: String(people) },
  at: null,
  notification: true,
  interpret: (values) => {
    const isIn = (name: string) => Number(values.get(name) ?? 0) > 0;
    const status = isIn('bed') ? inBed : isIn('bath') ? bathroom : outOfBed;
    return { status, debounceMs: null };
  },
});
const row = () => database.query.selectFrom('stream').selectAll().where('uuid', '=', room).executeTakeFirstOrThrow();
const log = () => database.query.selectFrom('report').selectAll().orderBy('sequence').execute();

test('the values that several messages have observed in a room give its status together', async () => {
  await store([count('bath', 0), count('bed', 1)]);
  expect((await row()).room_status).toBe(inBed);
  await store([count('bath', 1)], noon + 1_000);
  expect((await row()).room_status).toBe(inBed);
  await store([count('bed', 0)], noon + 2_000);
  expect((await row()).room_status).toBe(bathroom);
});

test('an older observed value does not replace a newer one that is already stored', async () => {
  await store([count('bed', 1)]);
  await store([count('bed', 0)], noon + 2_000);
  await store([count('bed', 1)], noon + 1_995);
  expect((await row()).room_status).toBe(outOfBed);
  expect(await database.query.selectFrom('observation').selectAll().execute()).toMatchObject([
    { name: 'bed', value: '0', observed_at: noon + 2_000 },
  ]);
});

test('a fall whose end another server process has already stored alerts staff, and the newer value stays', async () => {
  const fall = 1;
  const sensor = (value: string): IncomingObservation => ({
    ...count('bed', 0),
    values: { fall: value },
    interpret: (values) => ({ status: values.get('fall') === 'on' ? fall : inBed, debounceMs: null }),
  });
  await store([sensor('off')]);
  await store([sensor('on'), sensor('off')], noon + 20_000);
  await store([sensor('on')], noon + 19_995);
  expect((await log()).map(({ status, effect }) => [status, effect])).toEqual([
    [inBed, 'applied'],
    [fall, 'applied'],
    [inBed, 'applied'],
    [fall, 'late'],
  ]);
  expect(await database.query.selectFrom('observation').selectAll().execute()).toMatchObject([{ value: 'off' }]);
  expect((await row()).room_status).toBe(inBed);
});

test('after the clock of the server was set back, an observed value replaces a stored one whose time is in the future', async () => {
  await store([count('bed', 1)], noon + 3_600_000);
  await store([count('bed', 0)], noon);
  expect((await row()).room_status).toBe(outOfBed);
});

test('the stored values of a source are deleted when it goes offline, and its next value is stored', async () => {
  const presence = (isOnline: boolean): IncomingPresence => ({
    kind: 'presence',
    streamUUID: room,
    source: 'home/bed',
    sourceKind: 'bed-sensor',
    isOnline,
    discards: { values: ['bed'], statusesOf: ['home/bed'] },
    interpret: (values) => (values.has('bath') ? { status: bathroom, debounceMs: null } : undefined),
  });
  const values = () => database.query.selectFrom('observation').select(['name', 'value']).orderBy('name').execute();
  const source = 'home/bed';
  await store([
    { ...count('bed', 1), source },
    { ...count('bath', 1), source },
  ]);
  await store([presence(false), presence(false)], noon + 1_000);
  expect(await values()).toEqual([{ name: 'bath', value: '1' }]);
  expect(await row()).toMatchObject({ room_status: 12, offline_sources: '{"home/bed":"bed-sensor"}' });
  await store([presence(true), { ...count('bed', 0), source }], noon + 2_000);
  expect(await values()).toEqual([
    { name: 'bath', value: '1' },
    { name: 'bed', value: '0' },
  ]);
  expect(await row()).toMatchObject({ room_status: bathroom, offline_sources: null, status_before_silence: null });
  await store([presence(false), { ...count('bed', 1), source }], noon + 3_000);
  expect(await values()).toContainEqual({ name: 'bed', value: '1' });
});

test('an observation of a stream outside the scope of its sender is not stored', async () => {
  const { outcomes } = await store([count('bed', 1)], noon, { kind: 'ward', uuid: small.wardB1x });
  expect(outcomes).toEqual([[{ outcome: 'unknown-stream' }]]);
  expect(await database.query.selectFrom('observation').selectAll().execute()).toEqual([]);
});

test('the time of a heartbeat is stored at most every 5 s, and a heartbeat is never published', async () => {
  await store([say(inBed)]);
  for (const seconds of [1, 4]) {
    expect((await store([{ kind: 'heartbeat', streamUUID: room }], noon + seconds * 1_000)).updates).toEqual([]);
    expect((await row()).seen_at).toBe(noon);
  }
  await store([{ kind: 'heartbeat', streamUUID: room }], noon + 5_000);
  expect((await row()).seen_at).toBe(noon + 5_000);
});

test('the time of a heartbeat is stored more often for a device with a short offline time', async () => {
  await changeRoom(database, room, { rules: '{"offlineAfterSeconds":10}' });
  await store([say(inBed)]);
  await store([{ kind: 'heartbeat', streamUUID: room }], noon + 4_900);
  const offlineCheck = { kind: 'offline-check', streamUUID: room, listeningSince: 0 } as const;
  expect((await store([offlineCheck], noon + 10_500)).updates).toEqual([]);
});

test('retained messages do not bring a device online and are logged without changing the card', async () => {
  await store([say(inBed), { kind: 'offline', streamUUID: room }]);
  const accepted = { outcome: 'accepted', revision: 2 };
  const kept = { notification: false, isRetained: true, at: noon + 60_000 } as const;
  expect(await store([say(outOfBed, kept), { ...count('bath', 1), ...kept }], noon + 60_000)).toMatchObject({
    outcomes: [[accepted, accepted]],
    updates: [],
  });
  expect(await row()).toMatchObject({ room_status: 12, seen_at: noon, status_before_silence: bathroom });
  expect((await log()).map(({ effect, notification }) => [effect, notification])).toEqual([
    ['applied', 1],
    ['applied', 1],
    ['unreachable', 0],
    ['unreachable', 0],
  ]);
});

test('the newest report of a room is shown although the clock of its server process is behind that of another process', async () => {
  const fall = 1;
  await store([say(inBed)], noon + 3_000);
  expect((await store([say(bathroom)], noon)).outcomes).toEqual([[{ outcome: 'accepted', revision: 2 }]]);
  expect(await row()).toMatchObject({ room_status: bathroom, last_notification: bathroom, reported_at: noon + 3_000 });
  await store([say(fall)], noon + 500);
  expect(await row()).toMatchObject({ room_status: fall, last_notification: fall, reported_at: noon + 3_000 });
  await store([say(inBed)], noon + 4_000);
  expect((await row()).room_status).toBe(inBed);
});

test('a report id is recognised on the days after its report, also at midnight and by a clock that is behind', async () => {
  const day = 86_400_000;
  const midnight = Date.UTC(2026, 2, 2);
  const outcomeAt = async (id: string, receivedAt: number) => {
    const { outcomes } = await store([say(inBed, { id })], receivedAt);
    return outcomes.flat().map(({ outcome }) => outcome);
  };
  await store([say(inBed, { id: 'a' })], midnight);
  for (const receivedAt of [midnight - 1, midnight + 1, midnight + day, midnight + 3 * day - 1]) {
    expect(await outcomeAt('a', receivedAt), `${receivedAt - midnight}`).toEqual(['duplicate']);
  }
  await store([say(inBed, { id: 'b' })], midnight - 1);
  expect(await outcomeAt('b', midnight - 1 + 2 * day)).toEqual(['duplicate']);
  expect(await outcomeAt('b', midnight + 2 * day), 'after two days').toEqual(['accepted']);
});

test('the row of a stream says whether a device has reported for it; the entries of the watchdog do not count', async () => {
  await store([{ kind: 'offline-check', streamUUID: room, listeningSince: 0 }], noon);
  await database.query.updateTable('stream').set({ seen_at: 1 }).where('uuid', '=', room).execute();
  await store([{ kind: 'offline-check', streamUUID: room, listeningSince: 0 }], noon);
  expect((await log()).map(({ device_key_id }) => device_key_id)).toEqual(['watchdog']);
  expect(await row()).toMatchObject({ has_reports: 0 });
  await store([say(inBed, { at: noon - 3_600_000 })], noon);
  expect(await log(), 'a late report').toHaveLength(2);
  expect(await row()).toMatchObject({ has_reports: 1 });
});

test('a transaction of reports that fails stores nothing, and the next transaction is stored', async () => {
  const failing = database.reports.transact(
    { streamUuids: [room], reportKeys: [], receivedAt: 0, observedUuids: [] },
    ({ streams }) => ({
      reports: [],
      streams: streams.map((stream) => ({ ...stream, room_status: inBed })),
      observations: [{ stream_uuid: 'no such stream', name: 'bed', value: '1', observed_at: 1 }],
      deletedObservations: [],
      alertEvents: [],
      pauseEvents: [],
    }),
  );
  await expect(failing).rejects.toThrow(/foreign key/i);
  expect(await row()).toMatchObject({ room_status: -1 });
  await store([say(bathroom)]);
  expect((await row()).room_status).toBe(bathroom);
});

test('a report that arrives while its room is moved to a new ward is stored', async () => {
  const ward = { uuid: unknownUuid, location_uuid: small.locationA1, display_name: 'Ward Z' };
  const stored = await database.query.transaction().execute(async (transaction) => {
    await transaction.insertInto('ward').values(ward).execute();
    await transaction.updateTable('stream').set({ ward_uuid: ward.uuid }).where('uuid', '=', room).execute();
    const waiting = store([say(inBed)]);
    const blocked = sql`select 1 from pg_locks where pg_backend_pid() = any(pg_blocking_pids(pid))`;
    if (database.kind === 'postgres') {
      await vi.waitFor(async () => expect((await blocked.execute(transaction)).rows).not.toEqual([]), {
        timeout: 10_000,
      });
    }
    return { waiting };
  });
  const { outcomes, updates } = await stored.waiting;
  expect(outcomes).toMatchObject([[{ outcome: 'accepted' }]]);
  expect(updates).toMatchObject([{ wardUUID: ward.uuid }]);
});
