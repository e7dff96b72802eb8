import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { nameRooms, small, type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { openSmallHome } from '../../../../tests/support/database/test-database.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { auditEndpoints } from '../../../contract/audit/audit.ts';
import type { Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import { createDeviceKey, revokeDeviceKey } from '../keys/device-keys.ts';
import { createEquipment } from '../../equipment/equipment.ts';
import { sampleConnections } from '../../../../tests/support/equipment/sample-connections.ts';
import { isRefusal, parseReport } from '../../messages/parse-report.ts';
import { createUnknownRoomCollector } from './unknown-rooms.ts';

const night = Date.UTC(2026, 2, 1, 3, 12);
const minutes = 60_000;
const ofA1x: Scope = { kind: 'ward', uuid: small.wardA1x };
const ofA: Scope = { kind: 'client', uuid: small.clientA };
const ofB: Scope = { kind: 'client', uuid: small.clientB };

/** Two processes with the same database. */
let database: Database;
let app: SmallApp;
let other: SmallApp;
let time: number;
beforeEach(async () => {
  time = night;
  database = await openSmallHome();
  await nameRooms(database);
  [app, other] = await Promise.all([start(), start()]);
});
afterEach(async () => {
  await Promise.all([app.close(), other.close()]);
  await database.close();
});

const start = () => startSmallApp({ database, now: () => time, equipment: createEquipment(sampleConnections) });

const keyOf = async (scope: Scope) => createDeviceKey(database, { name: 'gateway of the annexe', scope, now: time });

const post = async (path: string, body: object, key = app.deviceKey) => (await app.post(`/${path}`, body, key)).status;
const report = (room: string, status: string, key?: string) => post('reports', { room, status }, key);

async function alertsOn(wardUUID: string, token = other.token) {
  const response = await other.get(`/unknown-room-alerts?wardUUID=${wardUUID}`, token);
  expect(response.status).toBe(200);
  return endpoints.listUnknownRoomAlerts.response.parse(await response.json()).items;
}

/** Returns the alerts of a board as a nurse reads them. */
const shownOn = async (wardUUID: string) =>
  (await alertsOn(wardUUID)).map(
    ({ room, status, since, answer }) =>
      `${room}: ${status} since ${since.slice(11, 16)}${answer ? ` ${answer.by}` : ''}`,
  );

async function acknowledge(scope: Scope): Promise<number> {
  const [alert] = await alertsOn(small.wardA1x);
  const token = other.users.token([scope]);
  const response = await fetch(`${other.url}/api/unknown-room-alerts/${alert?.uuid ?? ''}/acknowledge`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  return response.status;
}

test('a fall for a room that does not exist is shown on all boards of the location of the key, also after a restart', async () => {
  const { key } = await keyOf(ofA1x);
  expect(await report('room-999', 'man_down', key)).toBe(422);
  for (const ward of [small.wardA1x, small.wardA1y]) {
    await expect.poll(() => shownOn(ward)).toEqual(['room-999: 1 since 03:12']);
  }
  for (const ward of [small.wardA2x, small.wardB1x]) expect(await shownOn(ward)).toEqual([]);
  await other.close();
  other = await start();
  expect(await shownOn(small.wardA1x)).toEqual(['room-999: 1 since 03:12']);
});

test('a heartbeat or a status of lower priority for an unknown room raises no alert', async () => {
  await report('room-999', 'in_bed');
  await post('heartbeat', { room: 'room-999' });
  await report('room-998', 'man_down');
  await expect.poll(() => shownOn(small.wardA1x)).toEqual(['room-998: 1 since 03:12']);
});

test('the boards of another client show no alert of a device key of this client, and staff of the other client cannot answer it', async () => {
  const { key } = await keyOf(ofA);
  await report('room-999', 'man_down', key);
  await expect.poll(() => shownOn(small.wardA1x)).toHaveLength(1);
  expect(await shownOn(small.wardA2x), 'nobody knows in which location').toHaveLength(1);
  expect(await shownOn(small.wardB1x)).toEqual([]);
  const ofOtherClient = other.users.token([ofB]);
  expect((await other.get(`/unknown-room-alerts?wardUUID=${small.wardA1x}`, ofOtherClient)).status).toBe(404);
  expect(await acknowledge(ofB)).toBe(404);
  expect(await acknowledge(ofA)).toBe(200);
});

test('a fall of an unknown device that names a location is shown on the boards of that location only', async () => {
  await report('harbour/room-999', 'man_down');
  await expect.poll(() => shownOn(small.wardA1x)).toEqual(['harbour/room-999: 1 since 03:12']);
  for (const ward of [small.wardA2x, small.wardB1x]) expect(await shownOn(ward)).toEqual([]);
});

test('a fall of a radar that its connection assigns to no room is shown with its name on the boards of the location of the connection', async () => {
  const room = database.query.updateTable('stream').where('uuid', '=', small.streamA1x1);
  await room.set({ alias: 'room-1' }).execute();
  const body = { device_info: { device_sn: 'new-radar' }, trigger_data: { event: 0, status: 1 } };
  expect(await post('equipment/radars', body)).toBe(422);
  await expect.poll(() => shownOn(small.wardA1x)).toEqual(['new-radar: 1 since 03:12']);
  for (const ward of [small.wardA2x, small.wardB1x]) expect(await shownOn(ward)).toEqual([]);
});

test('a fall for an alias that several rooms have is shown on the boards', async () => {
  const rooms = [small.streamA1x1, small.streamA2x1];
  await database.query.updateTable('stream').set({ alias: 'room-1' }).where('uuid', 'in', rooms).execute();
  expect(await report('room-1', 'man_down')).toBe(422);
  await expect.poll(() => shownOn(small.wardA1x)).toEqual(['room-1: 1 since 03:12']);
});

test('an alert of an unknown room stays when its device key is revoked, and ends when the room is created', async () => {
  const { id, key } = await keyOf(ofA);
  await report('room-999', 'man_down', key);
  await expect.poll(() => shownOn(small.wardA1x)).toHaveLength(1);
  await revokeDeviceKey(database, id, time);
  expect(await shownOn(small.wardA1x)).toHaveLength(1);
  const room = database.query.updateTable('stream').where('uuid', '=', small.streamA1x1);
  await room.set({ alias: 'room-999' }).execute();
  expect(await shownOn(small.wardA1x)).toEqual([]);
  await room.set({ alias: null }).execute();
  expect(await shownOn(small.wardA1x), 'it does not come back').toEqual([]);
});

test('an answer to an alert of an unknown room is in the audit log with the name of the user', async () => {
  const { key } = await keyOf(ofA1x);
  await report('room-999', 'man_down', key);
  await expect.poll(() => shownOn(small.wardA1x)).toHaveLength(1);
  for (let call = 0; call < 2; call += 1) expect(await acknowledge(ofA1x)).toBe(200);
  const administrator = other.users.token([ofA], { roles: ['administrator'] });
  const response = await other.get('/manage/audit?search=alert.acknowledge', administrator);
  expect(z.parse(auditEndpoints.listAuditEvents.response, await response.json()).items).toMatchObject([
    { actor: { kind: 'user' }, object: { kind: 'room', name: 'room-999' }, after: { status: ['man_down'] } },
  ]);
});

test('an alert of an unknown room ends an hour after its answer, and a second fall before that raises it again', async () => {
  await report('room-999', 'man_down');
  await expect.poll(() => shownOn(small.wardA1x)).toEqual(['room-999: 1 since 03:12']);
  expect(await acknowledge(ofA1x)).toBe(200);
  const [answered = ''] = await shownOn(small.wardA1x);
  expect(answered).toMatch(/^room-999: 1 since 03:12 Name of /);

  time += minutes;
  // The device repeats the fall that it has already reported.
  await report('room-999', 'man_down');
  await report('room-998', 'man_down');
  await expect.poll(() => shownOn(small.wardA1x)).toEqual([answered, 'room-998: 1 since 03:13']);

  time += 1_000;
  await report('room-999', 'in_bed');
  await report('room-999', 'man_down');
  await expect.poll(() => shownOn(small.wardA1x)).toEqual(['room-998: 1 since 03:13', 'room-999: 1 since 03:13']);

  await acknowledge(ofA1x);
  time += 60 * minutes;
  expect(await shownOn(small.wardA1x)).toEqual(['room-999: 1 since 03:13']);
});

test.each([
  ['the database is away', 1],
  ['it refuses another room, and is away while the rooms are stored one by one', 2],
])('a fall for an unknown room is stored later when %s', async (_case, failures) => {
  let attempts = 0;
  const failing: Database = {
    ...database,
    isFailure: () => attempts === failures,
    get query() {
      attempts += 1;
      if (attempts <= failures) throw new Error('not stored');
      return database.query;
    },
  };
  const warn = vi.fn();
  const unknown = createUnknownRoomCollector({ database: failing, now: () => time, log: { warn } });
  const item = parseReport({ room: 'room-7', status: 'man_down' });
  if (isRefusal(item)) throw new Error('the report is refused');
  unknown.record(item, { keyId: 'key', keyName: 'key', scope: { kind: 'everything' } }, 'http');
  await expect.poll(() => shownOn(small.wardA1x), { timeout: 5_000 }).toEqual(['room-7: 1 since 03:12']);
  expect(warn).toHaveBeenCalled();
  await unknown.close();
});
