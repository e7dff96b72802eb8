import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { everything, small } from '../../../../tests/support/homes/small-home.ts';
import { unknownRoomEndpoints } from '../../../contract/manage/unknown-rooms.ts';
import type { Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import { createDeviceKey, revokeDeviceKey } from '../device-keys/device-keys.ts';
import { parseHeartbeat, parseReport, isRefusal } from '../parse-report.ts';
import { createUnknownRooms, maxUnknownRooms } from './unknown-rooms.ts';

let app: SmallApp;
beforeEach(async () => {
  app = await startSmallApp();
  await app.database.query
    .updateTable('location')
    .set({ alias: 'harbour' })
    .where('uuid', '=', small.locationA1)
    .execute();
});
afterEach(() => app.close());

const clientA: Scope = { kind: 'client', uuid: small.clientA };
const path = '/manage/unknown-rooms';
const manager = (...scopes: readonly Scope[]) => app.users.token(scopes, { roles: ['manager'] });

async function listed(token = manager(everything)) {
  return unknownRoomEndpoints.listUnknownRooms.response.parse(await (await app.get(path, token)).json()).items;
}

async function send(to: string, body: unknown, key = app.deviceKey): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return (await fetch(`${app.url}/api/${to}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

const dismiss = (keyId: string, room: string, token: string) =>
  fetch(`${app.url}/api${path}/dismiss`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ keyId, room }),
  });

const sightingsOf = async (room: string) => (await listed()).find((one) => one.room === room);

test('a device that reports for a room that does not exist is listed with its last message, until the room exists', async () => {
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
  await app.database.query
    .updateTable('stream')
    .set({ alias: 'room-7' })
    .where('uuid', '=', small.streamA1x1)
    .execute();
  expect(await listed()).toEqual([]);
});

test('heartbeats and streams that do not exist are listed too, and rooms of other places look like them', async () => {
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

test('a manager sees and removes only what reported with a key whose whole scope is managed', async () => {
  const own = await createDeviceKey(app.database, { name: 'of A', scope: clientA, now: 0 });
  await send('reports', { room: 'mine', status: 3 }, own.key);
  await send('reports', { room: 'theirs', status: 3 });
  await expect.poll(async () => (await listed()).length).toBe(2);
  const foreign = (await listed()).find(({ room }) => room === 'theirs');
  expect((await listed(manager(clientA))).map(({ room }) => room)).toEqual(['mine']);
  expect(await listed(manager({ kind: 'ward', uuid: small.wardA1x }))).toEqual([]);
  expect((await dismiss(foreign?.keyId ?? '', 'theirs', manager(clientA))).status).toBe(404);
  expect((await dismiss(own.id, 'mine', manager(clientA))).status).toBe(200);
  expect((await listed()).map(({ room }) => room)).toEqual(['theirs']);
  await revokeDeviceKey(app.database, foreign?.keyId ?? '', 1);
  expect(await listed()).toEqual([]);
});

function itemOf(room: string) {
  const item = parseReport({ room, status: 3 });
  if (isRefusal(item)) throw new Error('the report is refused');
  return item;
}

test('a key that invents names displaces no device of another key, and the newest names are kept', async () => {
  let now = 0;
  const unknown = createUnknownRooms({ database: app.database, now: () => (now += 1), log: { warn: () => undefined } });
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
  expect(flood).toHaveLength(maxUnknownRooms.perKey);
  expect(flood).toContain('invented-4-0');
  expect(flood).not.toContain('invented-0-0');
});

test('all keys together fill at most a limited list', async () => {
  let now = 0;
  const unknown = createUnknownRooms({ database: app.database, now: () => (now += 1), log: { warn: () => undefined } });
  for (let key = 0; key < 60; key += 1) {
    for (let index = 0; index < 10; index += 1) {
      unknown.record(itemOf(`room-${index}`), { keyId: `key-${key}`, keyName: 'key', scope: everything }, 'mqtt');
    }
    if (key % 10 === 9) await unknown.close();
  }
  const rows = await app.database.query.selectFrom('unknown_room').select('key_id').execute();
  expect(rows).toHaveLength(maxUnknownRooms.inAll);
  expect(rows.some(({ key_id }) => key_id === 'key-59')).toBe(true);
});

test('a failing database is logged once, and reports go on', async () => {
  const broken: Database = {
    ...app.database,
    get query(): never {
      throw new Error('unreachable');
    },
  };
  const logged: string[] = [];
  const log = { warn: (_: object, message: string) => void logged.push(message) };
  const unknown = createUnknownRooms({ database: broken, now: () => 0, log });
  const heartbeat = parseHeartbeat('room-9');
  if (isRefusal(heartbeat)) throw new Error('the heartbeat is refused');
  for (let count = 0; count < 2; count += 1) {
    unknown.record(heartbeat, { keyId: 'k', keyName: 'k', scope: everything }, 'http');
    await unknown.close();
  }
  expect(logged).toEqual(['the rooms that nobody knows cannot be stored']);
});
