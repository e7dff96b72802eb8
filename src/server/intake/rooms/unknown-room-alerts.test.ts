import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import { seedSmallHome, small } from '../../../../tests/support/homes/small-home.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import type { Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import { createDeviceKey, revokeDeviceKey } from '../device-keys/device-keys.ts';
import { createEquipment } from '../equipment/equipment.ts';
import { readEquipmentFile } from '../equipment/file/equipment-file.ts';
import { createUnknownRoomAlerts } from './unknown-room-alerts.ts';

const file = join(import.meta.dirname, '../equipment/samples/equipment.yaml');
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
  database = await openTestDatabase();
  await seedSmallHome(database);
  await database.query.updateTable('location').set({ alias: 'harbour' }).where('uuid', '=', small.locationA1).execute();
  [app, other] = await Promise.all([start(), start()]);
});
afterEach(async () => {
  await Promise.all([app.close(), other.close()]);
  await database.close();
});

const start = () => startSmallApp({ database, now: () => time, equipment: createEquipment(readEquipmentFile(file)) });

const keyOf = async (scope: Scope) => createDeviceKey(database, { name: 'gateway of the annexe', scope, now: time });

async function post(path: string, body: object, key = app.deviceKey): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return (await fetch(`${app.url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

const report = (room: string, status: string, key?: string) => post('reports', { room, status }, key);

async function alertsOn(wardUUID: string, token = other.token) {
  const response = await other.get(`/unknown-room-alerts?wardUUID=${wardUUID}`, token);
  expect(response.status).toBe(200);
  return endpoints.listUnknownRoomAlerts.response.parse(await response.json()).items;
}

/** The alerts as a nurse reads them. */
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

test('a fall for a room that does not exist is told on all boards of the location of the key, also after a restart', async () => {
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

test('another status and a heartbeat for such a room alert nobody', async () => {
  await report('room-999', 'in_bed');
  await post('heartbeat', { room: 'room-999' });
  await report('room-998', 'man_down');
  await expect.poll(() => shownOn(small.wardA1x)).toEqual(['room-998: 1 since 03:12']);
});

test('the boards of another client see no alert of the key of a client, and its staff cannot answer it', async () => {
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

test('a device that names the location is told on the boards of that location only', async () => {
  await report('harbour/room-999', 'man_down');
  await expect.poll(() => shownOn(small.wardA1x)).toEqual(['harbour/room-999: 1 since 03:12']);
  for (const ward of [small.wardA2x, small.wardB1x]) expect(await shownOn(ward)).toEqual([]);
});

test('a radar that the equipment file has in no room is told with its name, in the location of its connection', async () => {
  const room = database.query.updateTable('stream').where('uuid', '=', small.streamA1x1);
  await room.set({ alias: 'room-1' }).execute();
  const body = { device_info: { device_sn: 'new-radar' }, trigger_data: { event: 0, status: 1 } };
  expect(await post('equipment/radars', body)).toBe(422);
  await expect.poll(() => shownOn(small.wardA1x)).toEqual(['new-radar: 1 since 03:12']);
  for (const ward of [small.wardA2x, small.wardB1x]) expect(await shownOn(ward)).toEqual([]);
});

test('a fall for an alias of several rooms is told too', async () => {
  const rooms = [small.streamA1x1, small.streamA2x1];
  await database.query.updateTable('stream').set({ alias: 'room-1' }).where('uuid', 'in', rooms).execute();
  expect(await report('room-1', 'man_down')).toBe(422);
  await expect.poll(() => shownOn(small.wardA1x)).toEqual(['room-1: 1 since 03:12']);
});

test('the alert stays when its key is revoked, and ends when the room is created', async () => {
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

test('an answer has a name and ends the alert after an hour; a second fall before that raises it again', async () => {
  await report('room-999', 'man_down');
  await expect.poll(() => shownOn(small.wardA1x)).toEqual(['room-999: 1 since 03:12']);
  expect(await acknowledge(ofA1x)).toBe(200);
  const [answered = ''] = await shownOn(small.wardA1x);
  expect(answered).toMatch(/^room-999: 1 since 03:12 Name of /);

  time += minutes;
  // The same fall goes on.
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

test('a fall that cannot be stored is stored when the database works again', async () => {
  let attempts = 0;
  const failing: Database = {
    ...database,
    get query() {
      attempts += 1;
      if (attempts === 1) throw new Error('the database is away');
      return database.query;
    },
  };
  const warn = vi.fn();
  const alerts = createUnknownRoomAlerts({ database: failing, now: () => time, log: { warn } });
  const about = { field: 'room', room: 'room-7', status: 1, connection: null, uses: null, message: null } as const;
  alerts.record(about, { keyId: 'key', scope: { kind: 'everything' } });
  await expect.poll(() => shownOn(small.wardA1x), { timeout: 5_000 }).toEqual(['room-7: 1 since 03:12']);
  expect(warn).toHaveBeenCalledOnce();
  await alerts.close();
});
