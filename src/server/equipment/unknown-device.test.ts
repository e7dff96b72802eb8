import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { everything, nameRooms, small } from '../../../tests/support/homes/small-home.ts';
import { unknownRoomEndpoints } from '../../contract/devices/unknown-rooms.ts';
import type { Scope } from '../../domain/user.ts';
import { createDeviceKey } from '../devices/keys/device-keys.ts';
import { isUnroutableMessage } from '../messages/message.ts';
import { createEquipment } from './equipment.ts';
import { sampleConnections } from '../../../tests/support/equipment/sample-connections.ts';

const clientA: Scope = { kind: 'client', uuid: small.clientA };
const clientB: Scope = { kind: 'client', uuid: small.clientB };

let app: SmallApp;
let equipment = createEquipment(sampleConnections);
beforeEach(async () => {
  equipment = createEquipment(sampleConnections);
  app = await startSmallApp({ equipment });
  await nameRooms(app.database);
});
afterEach(() => app.close());

const post = async (connection: string, body: unknown, key = app.deviceKey) =>
  (await app.post(`/equipment/${connection}`, body, key)).status;
async function listed(scope: Scope = everything) {
  const response = await app.get('/manage/unknown-rooms', app.users.token([scope], { roles: ['manager'] }));
  return unknownRoomEndpoints.listUnknownRooms.response.parse(await response.json()).items;
}

/** Returns the roles and names with which a room can be assigned the device of a published message. */
function usesOf(topic: string, payload: unknown) {
  const bytes = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
  const parsed = equipment.findByTopic(topic)?.parseMessage({ topic, payload: bytes, retainedAt: null });
  if (parsed === undefined || !isUnroutableMessage(parsed) || typeof parsed === 'string') return undefined;
  return parsed.uses.map(({ names, status }) => [names, status]);
}

test('a device that its connection assigns to no room is listed with its last message until a room names it', async () => {
  expect(await post('mats', { device: 'mat-77', status: 'in_bed' })).toBe(422);
  expect(await post('mats', { device: 'mat-77', status: 'out_of_bed' })).toBe(422);
  await expect
    .poll(() => listed())
    .toMatchObject([
      {
        keyName: 'gateway',
        room: 'mat-77',
        channel: 'http',
        connection: 'mats',
        status: 3,
        count: 2,
        device: { uses: [{ device: 'mat-77' }], message: '{"device":"mat-77","status":"out_of_bed"}' },
        wanted: { uuid: null, alias: 'mat-77', locationUUID: small.locationA1 },
      },
    ]);
  const rooms = [{ room: 'room-1', names: { device: 'mat-77' } }];
  equipment.replace(sampleConnections.map((one) => (one.name === 'mats' ? { ...one, rooms } : one)));
  expect(await listed()).toEqual([]);
  equipment.replace(sampleConnections.filter(({ name }) => name !== 'mats'));
  expect(await listed()).toEqual([]);
});

test('an unassigned device is listed only for managers of its place, and one of a room of another tenant is not listed', async () => {
  const { key } = await createDeviceKey(app.database, { name: 'of B', scope: clientB, now: 0 });
  expect(await post('mats', { device: 'mat-12', status: 'in_bed' }, key)).toBe(404);
  expect(await post('mats', { device: 'mat-99', status: 'in_bed' }, key)).toBe(404);
  await expect
    .poll(async () => (await listed(clientB)).map(({ room, wanted }) => [room, wanted]))
    .toEqual([['mat-99', null]]);
  expect(await listed(clientA)).toEqual([]);
  expect((await listed()).map(({ room }) => room)).toEqual(['mat-99']);
});

test('an unassigned sensor is listed with the roles that fit its message, and a product that no room needs is not listed', () => {
  expect(usesOf('zigbee2mqtt/contact_99', { contact: true, battery: 80 })).toEqual([[{ mat: 'contact_99' }, 5]]);
  expect(usesOf('zigbee2mqtt/motion_99', { occupancy: true })).toEqual([
    [{ bed: 'motion_99' }, 5],
    [{ bathroom: 'motion_99' }, 6],
    [{ presence: 'motion_99' }, 3],
  ]);
  expect(usesOf('zigbee2mqtt/lamp', { state: 'ON', brightness: 120 })).toEqual([]);
  expect(usesOf('esphome/beds-99/binary_sensor/bed_1/state', 'ON')?.[0]).toEqual([{ bed: 'beds-99/bed_1' }, 5]);
  const scenario = 'axis/B8A44F9EED3B/event/CameraApplicationPlatform/ObjectAnalytics/Device1Scenario9';
  expect(usesOf(scenario, { message: { data: { active: '1' } } })?.[0]).toEqual([
    { camera: 'B8A44F9EED3B', bed: 'Device1Scenario9' },
    5,
  ]);
  expect(usesOf('milesight/up', { device_info: { device_sn: '42' } })).toEqual([[{ sensor: '42' }, undefined]]);
  expect(usesOf('milesight/up', { device_info: { device_sn: 'x'.repeat(65) } })).toEqual([]);
  expect(usesOf('milesight/up', { device_info: { device_sn: 'a\0b' } })).toEqual([]);
});
