import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { small, unknownUuid } from '../../../../tests/support/homes/small-home.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { homeEndpoints } from '../../../contract/manage/home.ts';
import type { Role, Scope } from '../../../domain/user.ts';
import { findWrongAlerts } from '../../database/maintenance/open-alert-history.ts';
import { createDeviceKey } from '../../intake/device-keys/device-keys.ts';
import { loadHome } from '../home-file/load-home.ts';

let app: SmallApp;
beforeEach(async () => {
  app = await startSmallApp();
});
afterEach(() => app.close());

const { clientA, locationA1, locationA2, wardA1x, wardA1y, streamA1x1, clientB, locationB1, wardB1x } = small;
const ofClientA: Scope = { kind: 'client', uuid: clientA };

const tokenOf = (scope: Scope, roles: readonly Role[] = ['manager']) => app.users.token([scope], { roles });
const administrator = () => tokenOf({ kind: 'everything' }, ['administrator']);

async function post(wanted: object, token = administrator(), query = '') {
  const response = await fetch(`${app.url}/api/manage/home${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
  });
  const body: unknown = await response.json();
  return { status: response.status, body };
}

async function change(wanted: object, token?: string, query?: string) {
  const { status, body } = await post(wanted, token, query);
  expect(status, JSON.stringify(body)).toBe(200);
  return z.parse(homeEndpoints.changeHome.response, body);
}

async function rooms(query: string, token = administrator()) {
  const response = await app.get(`/manage/rooms?${query}`, token);
  return z.parse(homeEndpoints.listManagedRooms.response, await response.json());
}

async function places(token = administrator()) {
  const response = await app.get('/manage/places', token);
  return z.parse(homeEndpoints.listManagedPlaces.response, await response.json()).items;
}

const inWard = (ward: object, location = locationA1, client = clientA) => ({
  clients: [{ uuid: client, locations: [{ uuid: location, wards: [ward] }] }],
});
const room = (fields: object, ward = wardA1x) => inWard({ uuid: ward, streams: [{ uuid: streamA1x1, ...fields }] });
const home = () => loadHome(app.database.query);
const nodeOf = async (uuid: string) => (await home()).find((node) => node.uuid === uuid);

test('an administrator renames a room, and only what the change mentions has changed', async () => {
  const before = await home();
  const answer = await change(room({ displayName: '  Room 1a ' }));
  expect(answer).toMatchObject({ counts: { added: 0, changed: 1, removed: 0, retired: 0 }, alerts: [] });
  const wanted = before.map((node) => (node.uuid === streamA1x1 ? { ...node, displayName: 'Room 1a' } : node));
  expect(new Set(await home())).toEqual(new Set(wanted));
});

test('a room is listed with the device keys whose scope has it', async () => {
  const scopes: readonly Scope[] = [
    { kind: 'ward', uuid: wardA1x },
    { kind: 'location', uuid: locationA1 },
    { kind: 'location', uuid: locationA2 },
    { kind: 'client', uuid: clientA },
    { kind: 'client', uuid: clientB },
  ];
  for (const [index, scope] of scopes.entries()) {
    await createDeviceKey(app.database, { name: `${scope.kind} ${index}`, scope, now: index });
  }
  const keysIn = async (ward: string) => (await rooms(`wardUUID=${ward}`)).items[0]?.deviceKeys.toSorted();
  expect(await keysIn(wardA1x)).toEqual(['client 3', 'gateway', 'location 1', 'ward 0']);
  expect(await keysIn(wardB1x)).toEqual(['client 4', 'gateway']);
});

test('a dry run tells what would change and changes nothing', async () => {
  const before = await home();
  const answer = await change(room({ displayName: 'Room 1a' }), administrator(), '?dryRun=true');
  expect(answer.changes).toEqual([
    {
      effect: 'changed',
      level: 'stream',
      uuid: streamA1x1,
      path: ['Anker Care', 'Harbour House', 'Ward X', 'Room 1a'],
      fields: [{ name: 'displayName', from: 'Room 1', to: 'Room 1a' }],
    },
  ]);
  expect(new Set(await home())).toEqual(new Set(before));
});

test('many rooms are added in one call, each with an alias that is free in its location', async () => {
  const uuids: readonly string[] = [randomUUID(), randomUUID()];
  await change(inWard({ uuid: wardA1y, streams: uuids.map((uuid) => ({ uuid, displayName: 'Room 1' })) }));
  const found = (await rooms(`wardUUID=${wardA1y}`)).items.filter(({ uuid }) => uuids.includes(uuid));
  expect(new Set(found.map(({ alias }) => alias)).size).toBe(2);
  expect(found.map(({ alias }) => alias)).toEqual(expect.arrayContaining([expect.stringMatching(/^room-1/)]));
});

test('a change that was sent again because its answer was lost is no conflict and adds nothing twice', async () => {
  const [{ version } = expect.unreachable()] = (await rooms(`wardUUID=${wardA1x}&search=Room 1`)).items;
  const twice = inWard({
    uuid: wardA1x,
    streams: [
      { uuid: streamA1x1, version, displayName: 'Room 1a' },
      { uuid: randomUUID(), displayName: 'New' },
    ],
  });
  await change(twice);
  const after = await home();
  expect(await change(twice)).toMatchObject({ counts: { added: 0, changed: 0 }, undo: null });
  expect(new Set(await home())).toEqual(new Set(after));
});

test('the second of two administrators who change one room gets a conflict with its present state', async () => {
  const [{ version } = expect.unreachable()] = (await rooms(`wardUUID=${wardA1x}&search=Room 1`)).items;
  await change(room({ version, displayName: 'First' }));
  const second = await post(room({ version, displayName: 'Second' }));
  expect(second).toMatchObject({ status: 409, body: { current: { uuid: streamA1x1, displayName: 'First' } } });
  expect(await nodeOf(streamA1x1)).toMatchObject({ displayName: 'First' });
});

test('an invalid value in one room changes nothing at all, and the answer names its field', async () => {
  const before = await home();
  const streams = [
    { uuid: randomUUID(), displayName: 'Fine' },
    { uuid: randomUUID(), displayName: 'Also fine', alias: 'not an alias' },
  ];
  const { status, body } = await post(inWard({ uuid: wardA1x, streams }));
  expect(status).toBe(422);
  expect(body).toMatchObject({ errors: [{ field: 'clients[0].locations[0].wards[0].streams[1].alias' }] });
  expect(new Set(await home())).toEqual(new Set(before));
});

test('a room moves to another ward, and the undo brings it back', async () => {
  const before = await home();
  const { undo } = await change(room({}, wardA1y));
  expect(await nodeOf(streamA1x1)).toMatchObject({ parentUUID: wardA1y });
  await change(undo ?? expect.unreachable());
  expect(new Set(await home())).toEqual(new Set(before));
});

test('the removal of a ward keeps rooms with reports as inactive, removes the others, and can be undone', async () => {
  expect((await app.report({ stream: streamA1x1, status: 'in_bed' })).ok).toBe(true);
  const before = await home();
  const { counts, undo } = await change({ remove: [{ level: 'ward', uuid: wardA1x, rooms: 3 }] });
  expect(counts).toMatchObject({ removed: 2, retired: 1 });
  expect(await nodeOf(streamA1x1)).toMatchObject({ status: 'INACTIVE', parentUUID: wardA1x });
  await change(undo ?? expect.unreachable());
  expect(new Set(await home())).toEqual(new Set(before));
});

test('the removal of a client is announced with the number of all its rooms', async () => {
  const roomCount = (await places()).find(({ uuid }) => uuid === clientA)?.roomCount ?? expect.unreachable();
  const wanted = { remove: [{ level: 'client', uuid: clientA, rooms: roomCount }] };
  expect((await change(wanted, administrator(), '?dryRun=true')).counts.removedRooms).toBe(roomCount);
});

test('a room of a new ward cannot get the alias of a room in another ward of the location', async () => {
  await change(room({ alias: 'taken' }));
  const streams = [{ uuid: randomUUID(), displayName: 'Room 9', alias: 'taken' }];
  const { status, body } = await post(inWard({ uuid: randomUUID(), displayName: 'New ward', streams }));
  expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('already used')]);
});

test('the undo of added rooms removes them', async () => {
  const before = await home();
  const { undo } = await change(
    inWard({ uuid: randomUUID(), displayName: 'New ward', streams: [{ uuid: randomUUID(), displayName: 'One' }] }),
  );
  expect(await home()).toHaveLength(before.length + 2);
  await change(undo ?? expect.unreachable());
  expect(new Set(await home())).toEqual(new Set(before));
});

test('a removal is a conflict when another administrator has added a room since the number was shown', async () => {
  await change(inWard({ uuid: wardA1x, streams: [{ uuid: randomUUID(), displayName: 'New' }] }));
  expect((await post({ remove: [{ level: 'ward', uuid: wardA1x, rooms: 3 }] })).status).toBe(409);
  expect(await nodeOf(wardA1x)).toBeDefined();
});

test('a manager changes what is in the own scope, and adds no client', async () => {
  const manager = tokenOf(ofClientA);
  await change(room({ displayName: 'Room 1a' }), manager);
  const added = await post({ clients: [{ uuid: randomUUID(), displayName: 'New' }] }, manager);
  expect(added.status).toBe(403);
});

test.each([
  ['renames', { clients: [{ uuid: clientB, displayName: 'Mine' }] }],
  ['adds a ward to', inWard({ uuid: unknownUuid, displayName: 'Mine' }, locationB1, clientB)],
  ['moves a room to', inWard({ uuid: wardB1x, streams: [{ uuid: streamA1x1 }] }, locationB1, clientB)],
  ['takes a ward from', inWard({ uuid: wardB1x, displayName: 'Mine' })],
  ['removes', { remove: [{ level: 'ward', uuid: wardB1x }] }],
  ['recreates a room of', inWard({ uuid: wardA1x, streams: [{ uuid: small.streamB1x1, displayName: 'Mine' }] })],
])('a manager who %s a foreign client gets the answer for something that does not exist', async (_what, wanted) => {
  const before = await home();
  const { status, body } = await post(wanted, tokenOf(ofClientA));
  expect(status).toBe(404);
  expect(JSON.stringify(body)).not.toContain('Room');
  expect(new Set(await home())).toEqual(new Set(before));
});

test('a manager of a ward does not change the location above it, or a ward beside it', async () => {
  const manager = tokenOf({ kind: 'ward', uuid: wardA1y });
  const location = { clients: [{ uuid: clientA, locations: [{ uuid: locationA1, displayName: 'Mine' }] }] };
  expect((await post(location, manager)).status).toBe(403);
  expect((await post(room({ displayName: 'Mine' }), manager)).status).toBe(404);
  expect((await places(manager)).map(({ uuid, canChange }) => [uuid, canChange])).toEqual([
    [clientA, false],
    [locationA1, false],
    [wardA1y, true],
  ]);
});

test('an alias that a foreign client uses is refused without the name of what has it', async () => {
  await app.database.query.updateTable('location').set({ alias: 'taken' }).where('uuid', '=', locationB1).execute();
  const wanted = { clients: [{ uuid: clientA, locations: [{ uuid: locationA1, alias: 'taken' }] }] };
  const foreign = (await nodeOf(locationB1))?.displayName ?? expect.unreachable();
  expect(JSON.stringify((await post(wanted)).body)).toContain(foreign);
  const { status, body } = await post(wanted, tokenOf(ofClientA));
  expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('already used')]);
  expect(JSON.stringify(body)).not.toContain(foreign);
});

// Without a limit on the work for each entry, this takes longer than the time limit of a test.
test('a change with thousands of equal names, and one with thousands of removals, are answered', async () => {
  const uuids = Array.from({ length: 6_000 }, () => randomUUID());
  const streams = uuids.map((uuid) => ({ uuid, displayName: 'R' }));
  const added = await change(inWard({ uuid: wardA1x, streams }), tokenOf(ofClientA), '?dryRun=true');
  expect(added.counts.added).toBe(uuids.length);
  const row = { ward_uuid: wardA1x, display_name: 'R', type: 'camera', status: 'ACTIVE', revision: 0 } as const;
  for (let first = 0; first < uuids.length; first += 1_000) {
    const rows = uuids.slice(first, first + 1_000).map((uuid) => ({ uuid, room_status: -1, ...row }));
    await app.database.query.insertInto('stream').values(rows).execute();
  }
  const remove = Array.from({ length: 8_000 }, () => ({ level: 'ward', uuid: wardA1x }));
  const removed = await change({ remove }, tokenOf(ofClientA), '?dryRun=true');
  expect(removed.counts.removed).toBeGreaterThan(uuids.length);
});

test('a user who is only a nurse of another part of the home sees that part, and must not change it', async () => {
  const token = app.users.token([{ kind: 'everything' }], { roles: ['ward-nurse'] });
  expect((await post(room({ displayName: 'Mine' }), token)).status).toBe(403);
});

test('rooms are found by a part of the name in any case, within the own scope only', async () => {
  await change(room({ displayName: 'Zimmer Süd Ü1' }));
  expect((await rooms('search=sÜD ü')).items.map(({ uuid }) => uuid)).toEqual([streamA1x1]);
  expect((await rooms('search=süd', tokenOf({ kind: 'location', uuid: locationA2 }))).total).toBe(0);
  expect((await app.get(`/manage/rooms?wardUUID=${wardB1x}`, tokenOf(ofClientA))).status).toBe(404);
});

test('the places have the numbers of their rooms, of inactive ones and of those with an open alert', async () => {
  await change(room({ status: 'INACTIVE' }));
  expect((await app.report({ stream: small.streamA1x2, status: 1 })).ok).toBe(true);
  const counts = (await places()).map(({ uuid, roomCount, inactiveCount, alertCount }) => [
    uuid,
    { roomCount, inactiveCount, alertCount },
  ]);
  expect(Object.fromEntries(counts)).toMatchObject({
    [wardA1x]: { roomCount: 3, inactiveCount: 2, alertCount: 1 },
    [locationA1]: { roomCount: 4, inactiveCount: 2, alertCount: 1 },
    [clientA]: { roomCount: 5 },
  });
});

test('an alert that staff do not see yet, because its status has not lasted long enough, is no open alert', async () => {
  const rules = JSON.stringify({ alerts: { in_bathroom: { priority: 'medium', after: 1_200 } } });
  await app.database.query.updateTable('stream').set({ rules }).where('uuid', '=', streamA1x1).execute();
  expect((await app.report({ stream: streamA1x1, status: 6 })).ok).toBe(true);
  const stored = app.database.query.selectFrom('stream').select('open_alerts').where('uuid', '=', streamA1x1);
  expect((await stored.executeTakeFirstOrThrow()).open_alerts).toContain('"waiting"');
  expect((await places()).find(({ uuid }) => uuid === wardA1x)).toMatchObject({ alertCount: 0 });
  expect((await rooms(`wardUUID=${wardA1x}`)).items.flatMap(({ alertStatuses }) => alertStatuses)).toEqual([]);
  expect((await change(room({ status: 'INACTIVE' }), administrator(), '?dryRun=true')).alerts).toEqual([]);
});

test('each changed room is an event of the audit log, by the user who changed it', async () => {
  await change(room({ displayName: 'Room 1a' }));
  const log = await app.get('/manage/audit?search=room.change', administrator());
  expect(await log.json()).toMatchObject({
    items: [
      {
        action: 'room.change',
        object: { id: streamA1x1, name: 'Room 1a' },
        clientUUID: clientA,
        before: { displayName: 'Room 1' },
        after: { displayName: 'Room 1a' },
      },
    ],
  });
});

test.each(['x'.repeat(120), 'שלום 12', '👩🏽‍⚕️ Room', '<img src=x onerror=alert(1)>'])(
  'the name %s is stored as it is',
  async (name) => {
    await change(room({ displayName: name }));
    expect(await nodeOf(streamA1x1)).toMatchObject({ displayName: name });
  },
);

test.each(['x'.repeat(200), '', 'a\nb', 'a\u202eb'])('the name %j is refused', async (name) => {
  expect((await post(room({ displayName: name }))).status).toBe(422);
});

async function importText(file: object, token = administrator(), query = '') {
  const response = await fetch(`${app.url}/api/manage/home/import${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(file),
  });
  const body: unknown = await response.json();
  return { status: response.status, body };
}

async function exportText(format: string, token = administrator()): Promise<string> {
  const response = await app.get(`/manage/home/export?format=${format}`, token);
  expect(response.headers.get('content-disposition')).toContain('attachment');
  // `text` would drop the byte order mark.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
}

test.each(['yaml', 'csv', 'excel'])('an export as %s can be imported and changes nothing', async (format) => {
  const text = await exportText(format);
  expect(text.startsWith('\uFEFF')).toBe(format === 'excel');
  const before = await home();
  const imported = await importText({ format: format === 'yaml' ? 'yaml' : 'csv', text, removeMissing: true });
  expect(imported).toMatchObject({ status: 200, body: { counts: { added: 0, changed: 0, removed: 0, retired: 0 } } });
  expect(new Set(await home())).toEqual(new Set(before));
});

test('a file with semicolons adds rooms, and a dry run of it changes nothing', async () => {
  const text = '\uFEFFclient;location;ward;displayName\r\nAnker Care;Harbour House;Ward X;Zimmer Süd\r\n';
  const before = await home();
  const dry = await importText({ format: 'csv', text }, administrator(), '?dryRun=true');
  expect(dry).toMatchObject({ status: 200, body: { counts: { added: 1, changed: 0 } } });
  expect(await home()).toHaveLength(before.length);
  await importText({ format: 'csv', text });
  expect((await rooms(`wardUUID=${wardA1x}&search=zimmer süd`)).total).toBe(1);
});

test('a file with an error in its middle changes nothing, and the answer names each error with its line', async () => {
  const text = [
    'client,location,ward,displayName,status',
    'Anker Care,Harbour House,Ward X,New,',
    'Anker Care,Harbour House,Ward X,Bad,GONE',
  ].join('\n');
  const before = await home();
  const { status, body } = await importText({ format: 'csv', text });
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toContain('line 3, status');
  expect(new Set(await home())).toEqual(new Set(before));
});

test('a manager exports and imports the own client only, and an import that removes what is missing touches no other', async () => {
  const manager = tokenOf(ofClientA);
  const text = await exportText('csv', manager);
  expect(text).toContain('Anker Care');
  expect(text).not.toContain('Birch');
  const before = await home();
  const withoutRooms = text.split('\r\n').slice(0, 2).join('\r\n');
  expect((await importText({ format: 'csv', text: withoutRooms, removeMissing: true }, manager)).status).toBe(200);
  const foreign = (node: { readonly uuid: string }) =>
    [clientB, locationB1, wardB1x, small.streamB1x1].some((uuid) => uuid === node.uuid);
  expect(new Set((await home()).filter(foreign))).toEqual(new Set(before.filter(foreign)));
  const stealing = `client,clientUUID,location,ward,displayName\nMine,${clientB},,,`;
  expect((await importText({ format: 'csv', text: stealing }, manager)).status).toBe(404);
  const adding = 'client,location,ward,displayName\nBirch Care,,,';
  expect((await importText({ format: 'csv', text: adding }, manager)).status).toBe(403);
});

test('a manager of one ward who only sees another moves no room there', async () => {
  const token = app.users.token([], {
    rights: [
      { role: 'manager', scope: { kind: 'ward', uuid: wardA1y } },
      { role: 'ward-nurse', scope: { kind: 'ward', uuid: wardA1x } },
    ],
  });
  const moved = inWard({ uuid: wardA1x, streams: [{ uuid: small.streamA1y1 }] });
  expect((await post(moved, token)).status).toBe(403);
  expect(await nodeOf(small.streamA1y1)).toMatchObject({ parentUUID: wardA1y });
});

test.each([
  ['ward', { kind: 'ward', uuid: wardA1y }, inWard({ uuid: wardA1y }, locationA2)],
  [
    'location',
    { kind: 'location', uuid: locationA1 },
    { clients: [{ uuid: clientB, locations: [{ uuid: locationA1 }] }] },
  ],
] as const)(
  'a manager of one %s does not move it to a place that the manager only sees',
  async (_what, scope, moved) => {
    const token = app.users.token([], {
      rights: [
        { role: 'manager', scope },
        { role: 'ward-nurse', scope: { kind: 'everything' } },
      ],
    });
    const before = await home();
    expect((await post(moved, token)).status).toBe(403);
    expect(new Set(await home())).toEqual(new Set(before));
  },
);

test('a device reports with the new alias of a room soon after its change, and no longer with the former one', async () => {
  await change({ clients: [{ uuid: clientA, locations: [{ uuid: locationA1, alias: 'house' }] }] });
  await change(room({ alias: 'one' }));
  const report = async (name: string) => (await app.report({ room: name, status: 'in_bed' })).ok;
  expect(await report('house/one')).toBe(true);
  await change(room({ alias: 'two' }));
  await expect.poll(() => report('house/two'), { timeout: 5_000 }).toBe(true);
  await expect.poll(() => report('house/one'), { timeout: 5_000 }).toBe(false);
});

test('the rooms with an open alert that a change would hide are counted before it is made', async () => {
  for (const stream of [streamA1x1, small.streamA2x1]) {
    expect((await app.report({ stream, status: 1 })).ok).toBe(true);
  }
  const inactive = await change(room({ status: 'INACTIVE' }), administrator(), '?dryRun=true');
  expect(inactive.alerts).toEqual([{ status: 1, count: 1 }]);
  const removal = { remove: [{ level: 'ward', uuid: wardA1x }] };
  expect((await change(removal, administrator(), '?dryRun=true')).alerts).toEqual([{ status: 1, count: 1 }]);
  expect((await change(room({ displayName: 'Room 1a' }), administrator(), '?dryRun=true')).alerts).toEqual([]);
});

test('the undo of a removal raises the alerts again that it has ended, and says so', async () => {
  const [lyingUnchanged, inBed] = [19, 5];
  const report = async (stream: string, status: number) =>
    expect((await app.report({ stream, status })).status).toBe(200);
  await report(streamA1x1, lyingUnchanged);
  await report(small.streamA1x2, lyingUnchanged);
  const alerts = async () => {
    const response = await app.get(`/alerts?locationUUID=${wardA1x}`);
    const { items } = endpoints.listAlerts.response.parse(await response.json());
    return items.map(({ streamUUID, status, state, raisedAgainCount }) => [
      streamUUID,
      status,
      state,
      raisedAgainCount,
    ]);
  };
  const { undo, alerts: ended } = await change({ remove: [{ level: 'ward', uuid: wardA1x }] });
  expect(ended).toEqual([{ status: lyingUnchanged, count: 2 }]);
  expect(await alerts()).toEqual([]);
  await report(small.streamA1x2, inBed);
  const { reopened } = await change(undo ?? {});
  expect(reopened, 'the other resident is back in bed').toEqual([{ room: 'Room 1', status: lyingUnchanged }]);
  expect(await alerts()).toEqual([[streamA1x1, lyingUnchanged, 'raised', 1]]);
  const history = app.database.query.selectFrom('alert_event').select('event').where('stream_uuid', '=', streamA1x1);
  expect((await history.orderBy('sequence').execute()).map(({ event }) => event)).toEqual([
    'opened',
    'room-inactive',
    'room-active',
  ]);
  expect(await findWrongAlerts(app.database.query)).toEqual([]);
});

test('rooms that are not monitored are counted apart from alerts about residents', async () => {
  for (const [stream, status] of [
    [streamA1x1, 12],
    [small.streamA1x2, 1],
    [small.streamA1y1, 12],
  ] as const) {
    expect((await app.report({ stream, status })).ok).toBe(true);
  }
  const counts = (await places()).map(({ uuid, alertCount, technicalCount }) => [uuid, [alertCount, technicalCount]]);
  expect(Object.fromEntries(counts)).toMatchObject({ [wardA1x]: [1, 1], [locationA1]: [1, 2], [clientA]: [1, 2] });
  const removal = { remove: [{ level: 'location', uuid: locationA1 }] };
  expect(
    (await change(removal, administrator(), '?dryRun=true')).alerts.toSorted((a, b) => a.status - b.status),
  ).toEqual([
    { status: 1, count: 1 },
    { status: 12, count: 2 },
  ]);
});

test('a change that removes what it also changes is refused', async () => {
  const both = { ...room({ displayName: 'Room 1a' }), remove: [{ level: 'stream', uuid: streamA1x1 }] };
  expect((await post(both)).status).toBe(422);
  expect(await nodeOf(streamA1x1)).toMatchObject({ displayName: 'Room 1' });
});

test('a thousand rooms are added in one call and removed by its undo', async () => {
  const before = await home();
  const streams = Array.from({ length: 1_001 }, (_, index) => ({ uuid: randomUUID(), displayName: `Room ${index}` }));
  const { counts, undo } = await change(inWard({ uuid: wardA1y, streams }));
  expect(counts.added).toBe(1_001);
  expect((await rooms(`wardUUID=${wardA1y}`)).items.map(({ displayName }) => displayName)).toContain('Room 1000');
  await change(undo ?? expect.unreachable());
  expect(new Set(await home())).toEqual(new Set(before));
});

test('the user who imports a large file follows its progress, and nobody else does', async () => {
  const names = Array.from({ length: 4_000 }, (_none, index) => `Anker Care,Harbour House,Ward X,Bed ${index}`);
  const text = ['client,location,ward,displayName', ...names].join('\n');
  const [importUUID, token, other] = [randomUUID(), administrator(), administrator()];
  const progressOf = async (bearer: string) => {
    const response = await app.get(`/manage/home/import/${importUUID}`, bearer);
    return z.parse(homeEndpoints.getImportProgress.response, await response.json());
  };
  const call = { isRunning: true };
  const imported = importText({ format: 'csv', text, importUUID }, token).finally(() => (call.isRunning = false));
  const [own, foreign] = [new Set<number>(), new Set<number>()];
  while (call.isRunning) {
    const { done, total } = await progressOf(token);
    if (total > 0) own.add(done);
    foreign.add((await progressOf(other)).total);
  }
  expect((await imported).status).toBe(200);
  expect(own.size).toBeGreaterThan(1);
  expect(Math.max(...own)).toBeLessThanOrEqual(4_000);
  expect([...foreign]).toEqual([0]);
  expect(await progressOf(token)).toEqual({ done: 0, total: 0 });
});
