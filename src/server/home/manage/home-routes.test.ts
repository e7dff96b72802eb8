import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { callEndpoint } from '../../../../tests/support/app/call-endpoint.ts';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { everything, small, unknownUuid } from '../../../../tests/support/homes/small-home.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { HomeEffect } from '../../../contract/home/home-node.ts';
import { placeEndpoints } from '../../../contract/home/places.ts';
import { roomEndpoints } from '../../../contract/home/rooms.ts';
import type { Scope } from '../../../domain/user.ts';
import { createDeviceKey } from '../../devices/keys/device-keys.ts';
import { loadHome } from '../home-file/load-home.ts';

const { addPlace, changePlace, removePlace } = placeEndpoints;
const { addRooms, changeRooms, removeRooms } = roomEndpoints;
const { clientA, locationA1, locationA2, wardA1x, wardA1y, wardA2x, clientB, locationB1, wardB1x } = small;
const { streamA1x1, streamA1x2, streamA1y1, streamA2x1, streamB1x1 } = small;
const ofClientA: Scope = { kind: 'client', uuid: clientA };

let app: SmallApp;
let administrator: string;
beforeEach(async () => {
  app = await startSmallApp();
  administrator = app.users.token([everything], { roles: ['administrator'] });
});
afterEach(() => app.close());

const managerOf = (scope: Scope) => app.users.token([scope]);
const home = async () => new Set(await loadHome(app.database.query));
const nodeOf = async (uuid: string) => [...(await home())].find((node) => node.uuid === uuid);

async function rooms(query: string, token = administrator) {
  const response = await app.get(`/manage/rooms?${query}`, token);
  return z.parse(roomEndpoints.listManagedRooms.response, await response.json());
}

async function places(token = administrator) {
  const response = await app.get('/manage/places', token);
  return z.parse(placeEndpoints.listManagedPlaces.response, await response.json()).items;
}

/** Returns the present version of a room, as the page of an administrator has it. */
async function versionOf(uuid: string): Promise<string> {
  const found = [...(await places()), ...(await rooms(`search=${uuid}`)).items].find((node) => node.uuid === uuid);
  return found?.version ?? '';
}

const named = async (...uuids: readonly string[]) =>
  Promise.all(uuids.map(async (uuid) => ({ uuid, version: await versionOf(uuid) })));
const room = async (values: object, ...uuids: readonly string[]) => ({
  rooms: await named(...(uuids.length === 0 ? [streamA1x1] : uuids)),
  ...values,
});
const place = async (level: string, uuid: string, values: object = {}) => ({
  level,
  uuid,
  version: await versionOf(uuid),
  ...values,
});

const post = (endpoint: Endpoint, body: object, token = administrator) => callEndpoint(app, endpoint, { token, body });

async function done(endpoint: Endpoint, body: object, token = administrator): Promise<void> {
  const { status, body: answer } = await post(endpoint, body, token);
  expect(status, JSON.stringify(answer)).toBe(200);
}

async function preview(endpoint: Endpoint, body: object) {
  const { body: answer } = await callEndpoint(app, endpoint, { token: administrator, body, query: { dryRun: 'true' } });
  return z.parse(HomeEffect, answer);
}

test('an administrator renames a room, and nothing else of the home changes', async () => {
  const before = await home();
  await done(changeRooms, await room({ displayName: '  Room 1a ' }));
  const wanted = [...before].map((node) => (node.uuid === streamA1x1 ? { ...node, displayName: 'Room 1a' } : node));
  expect(await home()).toEqual(new Set(wanted));
});

test('a preview of a change or removal of rooms and places changes nothing', async () => {
  const before = await home();
  await preview(changeRooms, await room({ displayName: 'Room 1a', status: 'INACTIVE', wardUUID: wardA1y }));
  await preview(changePlace, await place('location', locationA1, { displayName: 'House', alias: 'house' }));
  await preview(removeRooms, await room({}));
  await preview(removePlace, await place('client', clientA, { roomCount: 5 }));
  expect(await home()).toEqual(before);
});

test('many rooms are added in one call, each with an alias that is free in its location', async () => {
  const uuids: readonly string[] = [randomUUID(), randomUUID()];
  const body = { wardUUID: wardA1y, rooms: uuids.map((uuid) => ({ uuid, displayName: 'Room 1' })) };
  await done(addRooms, body);
  const added = async () => (await rooms(`wardUUID=${wardA1y}`)).items.filter(({ uuid }) => uuids.includes(uuid));
  expect(new Set((await added()).map(({ alias }) => alias))).toEqual(new Set(['room-1', 'room-1-2']));
  await done(addRooms, body);
  expect(await added(), 'the call was sent again, because its answer was lost').toHaveLength(2);
});

test('a manager adds a location and a ward, the location gets an alias, and repeating the call adds nothing', async () => {
  const [location, ward] = [randomUUID(), randomUUID()];
  const manager = managerOf(ofClientA);
  const steps = [
    { level: 'location', uuid: location, parentUUID: clientA, displayName: 'Lake House' },
    { level: 'ward', uuid: ward, parentUUID: location, displayName: 'Ward Z' },
  ];
  for (const step of [...steps, ...steps]) await done(addPlace, step, manager);
  expect(await nodeOf(location)).toMatchObject({ alias: 'lake-house', parentUUID: clientA });
  expect(await nodeOf(ward)).toMatchObject({ parentUUID: location });
  expect((await post(addPlace, { ...steps[1], parentUUID: locationA1 }, manager)).status).toBe(404);
});

test('of two administrators who change a room or place at once the second gets a conflict with the stored one', async () => {
  const first = await room({ displayName: 'First' });
  const second = { ...first, displayName: 'Second' };
  await done(changeRooms, first);
  expect(await post(changeRooms, second)).toMatchObject({
    status: 409,
    body: { current: { uuid: streamA1x1, displayName: 'First' } },
  });
  expect((await post(removeRooms, { rooms: first.rooms })).status).toBe(409);
  await done(changeRooms, first);
  expect(await nodeOf(streamA1x1)).toMatchObject({ displayName: 'First' });

  const renamed = await place('ward', wardA1x, { displayName: 'North' });
  await done(changePlace, renamed);
  await done(changePlace, renamed);
  expect(await post(changePlace, { ...renamed, displayName: 'South' })).toMatchObject({
    status: 409,
    body: { current: { uuid: wardA1x, displayName: 'North' } },
  });
});

test('an invalid or used alias is refused with its field and changes nothing', async () => {
  await done(changeRooms, await room({ alias: 'taken' }));
  const before = await home();
  const used = [
    ['rooms[1].alias', addRooms, { wardUUID: wardA1y, rooms: [newRoom(), { ...newRoom(), alias: 'not an alias' }] }],
    ['alias', addRooms, { wardUUID: wardA1y, rooms: [newRoom(), { ...newRoom(), alias: 'Taken' }] }],
    ['alias', changeRooms, await room({ alias: 'TAKEN' }, streamA1y1)],
    ['alias', changeRooms, await room({ alias: 'other' }, streamA1x1, streamA1y1)],
  ] as const;
  for (const [field, endpoint, body] of used) {
    expect(await post(endpoint, body)).toMatchObject({ status: 422, body: { errors: [{ field }] } });
  }
  expect(await home()).toEqual(before);
  const log = await app.get('/manage/audit?kind=home', administrator);
  expect(await log.json(), 'only that the first room got its alias').toMatchObject({
    items: [{ action: 'room.change' }],
  });
});

const newRoom = () => ({ uuid: randomUUID(), displayName: 'New' });

test('a room or ward does not move to a location in which its alias is used', async () => {
  await done(changeRooms, await room({ alias: 'taken' }));
  await done(changeRooms, await room({ alias: 'taken' }, streamA2x1));
  const before = await home();
  expect((await post(changeRooms, await room({ wardUUID: wardA2x }))).status).toBe(422);
  expect((await post(changePlace, await place('ward', wardA1x, { parentUUID: locationA2 }))).status).toBe(422);
  expect(await home()).toEqual(before);
});

test('a room with reports does not move to a ward of another client, whose staff would see its history', async () => {
  const moved = async () => post(changeRooms, await room({ wardUUID: wardB1x }));
  await app.database.query.updateTable('stream').set({ has_reports: 1 }).where('uuid', '=', streamA1x1).execute();
  const before = await home();
  expect(await moved()).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'wardUUID', code: 'room-keeps-client', values: { room: 'Room 1' } }] },
  });
  expect(await home()).toEqual(before);
  await done(changeRooms, await room({ wardUUID: wardA2x }));
  await app.database.query.updateTable('stream').set({ has_reports: 0 }).where('uuid', '=', streamA1x1).execute();
  expect((await moved()).status).toBe(200);
});

test('a ward with such a room does not move to another client either, but its location does', async () => {
  const moved = async () => post(changePlace, await place('ward', wardA1x, { parentUUID: locationB1 }));
  await app.database.query.updateTable('stream').set({ has_reports: 1 }).where('uuid', '=', streamA1x1).execute();
  const before = await home();
  expect(await moved()).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'parentUUID', code: 'room-keeps-client', values: { room: 'Room 1' } }] },
  });
  expect(await home()).toEqual(before);
  await done(changePlace, await place('location', locationA1, { parentUUID: clientB }));
  await app.database.query.updateTable('stream').set({ has_reports: 0 }).where('uuid', '=', streamA1x1).execute();
  await done(changePlace, await place('location', locationA1, { parentUUID: clientA }));
  expect((await moved()).status).toBe(200);
});

test('an alias of a room or location that the user may not see is refused without its name', async () => {
  await app.database.query.updateTable('location').set({ alias: 'taken' }).where('uuid', '=', locationB1).execute();
  await done(changeRooms, await room({ alias: 'used', displayName: 'Secret' }));
  const location = await place('location', locationA1, { alias: 'Taken' });
  const moved = await room({ alias: 'used' }, streamA1y1);
  const cases = [
    [changePlace, location, 'Beech House', managerOf(ofClientA)],
    [changeRooms, moved, 'Secret', managerOf({ kind: 'ward', uuid: wardA1y })],
  ] as const;
  for (const [endpoint, body, name, manager] of cases) {
    expect(JSON.stringify((await post(endpoint, body)).body)).toContain(name);
    const { status, body: refusal } = await post(endpoint, body, manager);
    expect([status, JSON.stringify(refusal)]).toEqual([422, expect.stringContaining('already used')]);
    expect(JSON.stringify(refusal)).not.toContain(name);
  }
});

test('the removal of a ward keeps rooms with reports as inactive, and removes the others', async () => {
  expect((await app.report({ stream: streamA1x1, status: 'in_bed' })).ok).toBe(true);
  const removal = await place('ward', wardA1x, { roomCount: 3 });
  expect(await preview(removePlace, removal)).toMatchObject({ removedCount: 2, retiredCount: 1 });
  await done(removePlace, removal);
  expect(await nodeOf(streamA1x1)).toMatchObject({ status: 'INACTIVE', parentUUID: wardA1x });
  expect(await nodeOf(streamA1x2)).toBeUndefined();
  expect(await nodeOf(wardA1x)).toBeDefined();
});

test('the removal of a client without reports removes all that is in it, and nothing of another client', async () => {
  const before = await home();
  await done(removePlace, await place('client', clientA, { roomCount: 5 }));
  const ofB: readonly string[] = [clientB, locationB1, wardB1x, streamB1x1];
  expect(await home()).toEqual(new Set([...before].filter(({ uuid }) => ofB.includes(uuid))));
});

test('a removal is a conflict when another administrator has added a room since the user saw the number of rooms', async () => {
  const removal = await place('ward', wardA1x, { roomCount: 3 });
  await done(addRooms, { wardUUID: wardA1x, rooms: [newRoom()] });
  expect((await post(removePlace, removal)).status).toBe(409);
  expect(await nodeOf(wardA1x)).toBeDefined();
});

test('a change by a manager of one client in another client gets the same response as for an unknown place', async () => {
  const before = await home();
  const cases: readonly (readonly [Endpoint, object])[] = [
    [changePlace, await place('client', clientB, { displayName: 'Mine' })],
    [addPlace, { level: 'ward', uuid: unknownUuid, parentUUID: locationB1, displayName: 'Mine' }],
    [addPlace, { level: 'ward', uuid: wardB1x, parentUUID: locationA1, displayName: 'Mine' }],
    [changePlace, await place('ward', wardA1x, { parentUUID: locationB1 })],
    [removePlace, await place('ward', wardB1x, { roomCount: 1 })],
    [changeRooms, await room({ wardUUID: wardB1x })],
    [changeRooms, await room({ displayName: 'Mine' }, streamA1x1, streamB1x1)],
    [removeRooms, await room({}, streamB1x1)],
    [addRooms, { wardUUID: wardB1x, rooms: [newRoom()] }],
    [addRooms, { wardUUID: wardA1x, rooms: [{ uuid: streamB1x1, displayName: 'Mine' }] }],
  ];
  for (const [endpoint, body] of cases) {
    const { status, body: answer } = await post(endpoint, body, managerOf(ofClientA));
    expect([status, endpoint.path]).toEqual([404, endpoint.path]);
    expect(JSON.stringify(answer)).not.toContain('Room');
  }
  expect(await home()).toEqual(before);
});

test('a room is listed with the device keys whose scope contains the room', async () => {
  const scopes: readonly Scope[] = [
    { kind: 'ward', uuid: wardA1x },
    { kind: 'location', uuid: locationA1 },
    { kind: 'location', uuid: locationA2 },
    ofClientA,
    { kind: 'client', uuid: clientB },
  ];
  for (const [index, scope] of scopes.entries()) {
    await createDeviceKey(app.database, { name: `${scope.kind} ${index}`, scope, now: index });
  }
  const keysIn = async (ward: string) => (await rooms(`wardUUID=${ward}`)).items[0]?.deviceKeys.toSorted();
  expect(await keysIn(wardA1x)).toEqual(['client 3', 'gateway', 'location 1', 'ward 0']);
  expect(await keysIn(wardB1x)).toEqual(['client 4', 'gateway']);
});

test('a manager finds rooms by a part of the name in any case, and only in the managed scope', async () => {
  await done(changeRooms, await room({ displayName: 'Zimmer Süd Ü1' }));
  expect((await rooms('search=sÜD ü')).items.map(({ uuid }) => uuid)).toEqual([streamA1x1]);
  expect((await rooms('search=süd', managerOf({ kind: 'location', uuid: locationA2 }))).total).toBe(0);
  expect((await app.get(`/manage/rooms?wardUUID=${wardB1x}`, managerOf(ofClientA))).status).toBe(404);
});

test('each client, location and ward is listed with its numbers of rooms, inactive rooms, rooms with an alert, and unmonitored rooms', async () => {
  await done(changeRooms, await room({ status: 'INACTIVE' }));
  for (const [stream, status] of [
    [streamA1x2, 1],
    [streamA1y1, 12],
  ] as const) {
    expect((await app.report({ stream, status })).ok).toBe(true);
  }
  const counts = (await places()).map(({ uuid, ...of }) => [
    uuid,
    [of.roomCount, of.inactiveCount, of.alertCount, of.technicalCount],
  ]);
  expect(Object.fromEntries(counts)).toMatchObject({
    [wardA1x]: [3, 2, 1, 0],
    [locationA1]: [4, 2, 1, 1],
    [clientA]: [5, 2, 1, 1],
  });
});

test('a preview of a change counts the rooms whose open alerts the change hides or ends', async () => {
  for (const [stream, status] of [
    [streamA1x1, 1],
    [streamA1x2, 12],
    [streamA1y1, 12],
    [streamA2x1, 1],
  ] as const) {
    expect((await app.report({ stream, status })).ok).toBe(true);
  }
  const inactive = await preview(changeRooms, await room({ status: 'INACTIVE' }));
  expect(inactive.alerts).toEqual([{ status: 1, count: 1 }]);
  expect((await preview(changeRooms, await room({ displayName: 'Room 1a' }))).alerts).toEqual([]);
  const removal = await preview(removePlace, await place('location', locationA1, { roomCount: 4 }));
  expect(removal.alerts.toSorted((a, b) => a.status - b.status)).toEqual([
    { status: 1, count: 1 },
    { status: 12, count: 2 },
  ]);
});

test('removing rooms ends their alerts, and a fall of a room that becomes INACTIVE stays open', async () => {
  const [fall, lyingUnchanged] = [1, 19];
  expect((await app.report({ stream: streamA1x1, status: fall })).ok).toBe(true);
  expect((await app.report({ stream: streamA1x2, status: lyingUnchanged })).ok).toBe(true);
  await done(removePlace, await place('ward', wardA1x, { roomCount: 3 }));
  const stored = app.database.query.selectFrom('stream').select(['uuid', 'open_alerts']);
  const open = (await stored.where('open_alerts', 'is not', null).execute()).map(({ uuid }) => uuid);
  expect(open).toEqual([streamA1x1]);
  const history = app.database.query.selectFrom('alert_event').select('event').where('stream_uuid', '=', streamA1x2);
  expect((await history.orderBy('sequence').execute()).map(({ event }) => event)).toEqual(['opened', 'room-inactive']);
});

test('a waiting alert, which staff do not see yet, does not count as an open alert', async () => {
  const rules = JSON.stringify({ alerts: { in_bathroom: { priority: 'medium', after: 1_200 } } });
  await app.database.query.updateTable('stream').set({ rules }).where('uuid', '=', streamA1x1).execute();
  expect((await app.report({ stream: streamA1x1, status: 6 })).ok).toBe(true);
  const stored = app.database.query.selectFrom('stream').select('open_alerts').where('uuid', '=', streamA1x1);
  expect((await stored.executeTakeFirstOrThrow()).open_alerts).toContain('"waiting"');
  expect((await places()).find(({ uuid }) => uuid === wardA1x)).toMatchObject({ alertCount: 0 });
  expect((await rooms(`wardUUID=${wardA1x}`)).items.flatMap(({ alertStatuses }) => alertStatuses)).toEqual([]);
  expect((await preview(changeRooms, await room({ status: 'INACTIVE' }))).alerts).toEqual([]);
});
