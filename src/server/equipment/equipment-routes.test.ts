import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readEvents } from '../../../tests/support/event-reader.ts';
import {
  changeRoom,
  nameRooms,
  readRoom,
  small,
  type SmallApp,
  startSmallApp,
} from '../../../tests/support/app/start-small-app.ts';
import { Stream } from '../../contract/home/entities.ts';
import { listSchemaOf } from '../../contract/endpoint.ts';
import type { Scope } from '../../domain/user.ts';
import { createDeviceKey } from '../devices/keys/device-keys.ts';
import { createEquipment } from './equipment.ts';
import { sampleConnections } from '../../../tests/support/equipment/sample-connections.ts';

const StreamList = listSchemaOf(Stream);

let app: SmallApp;
beforeEach(async () => {
  app = await startSmallApp({ equipment: createEquipment(sampleConnections) });
  await nameRooms(app.database);
});
afterEach(() => app.close());

const post = (connection: string, body: unknown, key = app.deviceKey) =>
  app.post(`/equipment/${connection}`, body, key);
const keyOf = async (scope: Scope) => (await createDeviceKey(app.database, { name: 'other', scope, now: 0 })).key;
const fall = { device_info: { device_sn: '6806E51510750004' }, trigger_data: { event: 0, status: 1 } };

test('a radar that posts its own JSON changes the status of its room', async () => {
  const response = await post('radars', fall);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    results: [{ outcome: 'accepted', stream: small.streamA1x1, revision: 1, room: 'harbour/room-1' }],
  });
});

test.each<[string, string, object, number, string]>([
  ['an unknown connection', 'garden', fall, 404, 'no such connection'],
  [
    'a device without a room',
    'radars',
    { device_info: { device_sn: 'other' } },
    422,
    'device other (sensor) is in no room that the key may see of \\"radars\\"',
  ],
  [
    'a status word that is not listed',
    'mats',
    { device: 'mat-12', status: 'ALARM' },
    422,
    'is \\"ALARM\\", which is no status: add its meaning under statuses',
  ],
])('a posted message with %s is refused with a reason', async (_, connection, body, status, reason) => {
  const response = await post(connection, body);
  expect(response.status).toBe(status);
  expect(await response.text()).toContain(reason);
  expect(await app.database.query.selectFrom('report').selectAll().execute()).toEqual([]);
});

test('a message posted to a connection without a room in the scope of its device key is refused as for an unknown connection', async () => {
  const otherClient = await keyOf({ kind: 'client', uuid: small.clientB });
  const hidden = [await post('radars', fall, otherClient), await post('garden', fall, otherClient)];
  const [one, other] = await Promise.all(hidden.map((response) => response.text()));
  expect(hidden.map(({ status }) => status)).toEqual([404, 404]);
  expect(one).toBe(other);
});

test('a posted message of a device whose room is outside the scope of the key is refused as of an unknown device', async () => {
  await changeRoom(app.database, small.streamA1x2, { ward_uuid: small.wardA1y });
  const ofOther = await keyOf({ kind: 'ward', uuid: small.wardA1y });
  const [visible, hidden, unassigned] = [
    await post('mats', { device: 'mat-13', status: 'in_bed' }, ofOther),
    await post('mats', { device: 'mat-12', status: 'in_bed' }, ofOther),
    await post('mats', { device: 'mat-99', status: 'in_bed' }, ofOther),
  ];
  expect([visible.status, hidden.status, unassigned.status]).toEqual([200, 422, 422]);
  const [one, other] = await Promise.all([hidden.text(), unassigned.text()]);
  expect(one).toContain('device mat-12 (device) is in no room that the key may see of');
  expect(one.replace('mat-12', 'mat-99')).toBe(other);
});

test('a fall that is posted when its client has just moved to another cell is sent again, and not refused as unknown', async () => {
  const key = await keyOf({ kind: 'client', uuid: small.clientA });
  const places = { ward_uuid: small.wardA1x, location_uuid: small.locationA1, client_uuid: small.clientA };
  await app.database.query
    .insertInto('moved_room')
    .values({ ...places, stream_uuid: small.streamA1x1 })
    .execute();
  await changeRoom(app.database, small.streamA1x1, { alias: null });
  const ofMovedRoom = await post('radars', fall, key);
  expect([ofMovedRoom.status, ofMovedRoom.headers.get('retry-after')]).toEqual([503, '1']);
  await app.database.query.updateTable('stream').set({ alias: null }).execute();
  expect((await post('radars', fall, key)).status).toBe(503);
  expect(await app.database.query.selectFrom('unknown_room_alert').selectAll().execute()).toEqual([]);
});

test('a posted message of deeply nested JSON is refused and does not cause a server error', async () => {
  const body = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  expect((await post('radars', body)).status).toBe(422);
});

test('the list and the live event of a ward name the source that is offline', async () => {
  const list = async () => z.parse(StreamList, await (await app.get(`/streams?locationUUID=${small.wardA1x}`)).json());
  const ofRoom = async () => (await list()).items.find(({ uuid }) => uuid === small.streamA1x1);
  await post('mats', { device: 'mat-12', status: 'in_bed' });
  expect(await ofRoom()).toMatchObject({ roomStatus: 5 });
  const reader = await readEvents(app.url, small.wardA1x, app.token);
  expect((await post('mats', { device: 'mat-12', online: 'offline' })).status).toBe(200);
  expect(await reader.next()).toMatchObject([{ roomStatus: 12, revision: 2, offlineSource: 'device' }]);
  expect(await ofRoom()).toMatchObject({ roomStatus: 12, offlineSource: 'device' });
  await post('mats', { device: 'mat-12', status: 'out_of_bed' });
  const [update] = await reader.next();
  expect(update).toMatchObject({ roomStatus: 3, revision: 4 });
  expect(update).not.toHaveProperty('offlineSource');
  expect(await ofRoom()).not.toHaveProperty('offlineSource');
  reader.close();
});

test.each(['2026-03-01T03:11:38', '2026', 12])(
  'a fall with the invalid time %j is shown with its time of receipt, and the invalid time is logged and counted',
  async (at) => {
    const before = Date.now();
    expect((await post('mats', { device: 'mat-12', status: 'man_down', at })).status).toBe(200);
    const { last_notification_sent: sent } = await readRoom(app.database, small.streamA1x1);
    expect(sent).toBeGreaterThanOrEqual(before);
    const line = app.log.find((one) => one.includes('time of receipt'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 'warn', stream: small.streamA1x1, unusedTime: String(at) });
    expect(await app.metrics.registry.metrics()).toContain(
      'room_status_reports_total{way="http",outcome="accepted",reason="time-of-receipt"} 1',
    );
  },
);
