import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeRoom, type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { sampleConnections } from '../../../../tests/support/equipment/sample-connections.ts';
import { everything, nameRooms, small } from '../../../../tests/support/homes/small-home.ts';
import { unknownRoomEndpoints } from '../../../contract/devices/unknown-rooms.ts';
import type { Scope } from '../../../domain/user.ts';
import { createDeviceKey, revokeDeviceKey } from '../keys/device-keys.ts';
import { createEquipment } from '../../equipment/equipment.ts';
import { isUnroutableMessage } from '../../messages/message.ts';
import { parseReport, isRefusal } from '../../messages/parse-report.ts';
import { maxUnknownRoomsPerKey } from './store-unknown-rooms.ts';
import { createUnknownRoomCollector } from './unknown-rooms.ts';

let app: SmallApp;
beforeEach(async () => {
  app = await startSmallApp();
  await nameRooms(app.database);
});
afterEach(() => app.close());

const clientA: Scope = { kind: 'client', uuid: small.clientA };
const path = '/manage/unknown-rooms';
const manager = (...scopes: readonly Scope[]) => app.users.token(scopes, { roles: ['manager'] });

async function listed(token = manager(everything)) {
  return unknownRoomEndpoints.listUnknownRooms.response.parse(await (await app.get(path, token)).json()).items;
}

const send = async (to: string, body: unknown, key = app.deviceKey) =>
  (await app.post(`/${to}`, JSON.stringify(body), key)).status;
const sightingsOf = async (room: string) => (await listed()).find((one) => one.room === room);

test('an unknown room that a device names is listed with the last message of the device until the room is created', async () => {
  expect(await send('reports', { room: 'harbour/room-7', status: 'in_bed' })).toBe(422);
  await expect.poll(() => sightingsOf('harbour/room-7')).toMatchObject({ status: 5, count: 1 });
  await send('reports', { room: 'harbour/room-7', status: 'out_of_bed' });
  await expect
    .poll(() => sightingsOf('harbour/room-7'))
    .toMatchObject({
      keyName: 'gateway',
      scope: everything,
      channel: 'http',
      status: 3,
      count: 2,
      wanted: { uuid: null, alias: 'room-7', locationUUID: small.locationA1 },
    });
  await changeRoom(app.database, small.streamA1x1, { alias: 'room-7' });
  expect(await listed()).toEqual([]);
});

test('unknown rooms in heartbeats and unknown stream uuids are listed, and rooms outside the scope of the key are listed in the same way', async () => {
  const { key } = await createDeviceKey(app.database, { name: 'of A', scope: clientA, now: 0 });
  await send('heartbeat', 'room-8', key);
  await send('reports', { stream: small.streamB1x1.toUpperCase(), status: 3 }, key);
  await send('reports', { room: 'harbour/a b', status: 3 }, key);
  await send('reports', { room: 'nowhere/room-1', status: 3 }, key);
  await expect.poll(async () => (await listed(manager(clientA))).length).toBe(4);
  const found = new Map((await listed(manager(clientA))).map((one) => [one.room, one]));
  expect(found.get('room-8')).toMatchObject({ status: null, wanted: { alias: 'room-8', locationUUID: null } });
  expect(found.get(small.streamB1x1.toUpperCase())).toMatchObject({ wanted: { uuid: small.streamB1x1 } });
  expect(found.get('harbour/a b')).toMatchObject({ wanted: null });
  expect(found.get('nowhere/room-1')).toMatchObject({ wanted: null });
});

test('a manager sees only unknown rooms of device keys whose whole scope is managed', async () => {
  const own = await createDeviceKey(app.database, { name: 'of A', scope: clientA, now: 0 });
  await send('reports', { room: 'mine', status: 3 }, own.key);
  await send('reports', { room: 'theirs', status: 3 });
  await expect.poll(async () => (await listed()).length).toBe(2);
  const foreign = (await listed()).find(({ room }) => room === 'theirs');
  expect((await listed(manager(clientA))).map(({ room }) => room)).toEqual(['mine']);
  expect(await listed(manager({ kind: 'ward', uuid: small.wardA1x }))).toEqual([]);
  await revokeDeviceKey(app.database, foreign?.keyId ?? '', 1);
  expect((await listed()).map(({ room }) => room)).toEqual(['mine']);
  await app.database.query
    .updateTable('unknown_room')
    .set({ last_at: Date.now() - 25 * 3_600_000 })
    .execute();
  expect(await listed()).toEqual([]);
});

function itemOf(room: string, status = 3) {
  const item = parseReport({ room, status });
  if (isRefusal(item)) throw new Error('the report is refused');
  return item;
}

test('a fall alerts in the message of a sensor without a room that also says whether somebody is there', async () => {
  const unknown = createUnknownRoomCollector({ database: app.database, now: Date.now, log: { warn: () => undefined } });
  const record = (topic: string, payload: string) => {
    const message = { topic, payload: Buffer.from(payload), retainedAt: null };
    const device = createEquipment(sampleConnections).findByTopic(topic)?.parseMessage(message);
    if (device === undefined || !isUnroutableMessage(device) || typeof device === 'string')
      throw new Error('a room has the device');
    unknown.record(device, { keyId: 'gateway', keyName: 'gateway', scope: everything }, 'mqtt');
  };
  record('zigbee2mqtt/radar_99', '{"presence":true,"fall_down_status":"fall"}');
  record('zigbee2mqtt/radar_98', '{"presence":true,"fall_down_status":"none"}');
  record('homeassistant/binary_sensor/lamp_99/state', 'on');
  await unknown.close();
  const alerts = app.database.query.selectFrom('unknown_room_alert').select(['room', 'status']);
  expect(await alerts.execute()).toEqual([{ room: 'radar_99', status: 1 }]);
});

test('invented room names of one device key do not displace those of another key, and the newest are kept', async () => {
  let now = 0;
  const unknown = createUnknownRoomCollector({
    database: app.database,
    now: () => (now += 1),
    log: { warn: () => undefined },
  });
  unknown.record(itemOf('quiet'), { keyId: 'quiet', keyName: 'quiet', scope: everything }, 'http');
  await unknown.close();
  for (let flush = 0; flush < 5; flush += 1) {
    for (let index = 0; index < 300; index += 1) {
      unknown.record(
        itemOf(`invented-${flush}-${index}`),
        { keyId: 'flood', keyName: 'flood', scope: everything },
        'http',
      );
    }
    await unknown.close();
  }
  const rows = await app.database.query.selectFrom('unknown_room').select(['key_id', 'room']).execute();
  expect(rows.filter(({ key_id }) => key_id === 'quiet')).toHaveLength(1);
  const flood = rows.filter(({ key_id }) => key_id === 'flood').map(({ room }) => room);
  expect(flood).toHaveLength(maxUnknownRoomsPerKey);
  expect(flood).toContain('invented-4-0');
  expect(flood).not.toContain('invented-0-0');
});

test('a fall for a new room name is stored although its device key has reported many harmless names', async () => {
  const unknown = createUnknownRoomCollector({ database: app.database, now: Date.now, log: { warn: () => undefined } });
  const caller = { keyId: 'flood', keyName: 'flood', scope: everything };
  for (let index = 0; index < maxUnknownRoomsPerKey; index += 1)
    unknown.record(itemOf(`room-${index}`), caller, 'http');
  unknown.record(itemOf('room-of-fall', 1), caller, 'http');
  await unknown.close();
  const alerts = await app.database.query.selectFrom('unknown_room_alert').select('room').execute();
  expect(alerts).toEqual([{ room: 'room-of-fall' }]);
});
