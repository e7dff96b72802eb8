import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { everything, small, type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { createViewRecorder } from './views.ts';

let app: SmallApp;
let time: number;
beforeEach(async () => {
  time = Date.now();
  app = await startSmallApp({ now: () => time });
});
afterEach(() => app.close());

const readEvents = () =>
  app.database.query
    .selectFrom('audit_event')
    .selectAll()
    .where('action', '=', 'ward.view')
    .orderBy('object_id')
    .execute();
const wardsOf = async () => (await readEvents()).map(({ object_id: uuid }) => uuid);

/** Opens a live connection to the wards and closes it. Returns the HTTP status. */
async function view(token: string, ...wards: readonly string[]): Promise<number> {
  const leave = new AbortController();
  const response = await fetch(`${app.url}/api/streams/events?wardUUID=${wards.join(',')}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leave.signal,
  });
  leave.abort();
  return response.status;
}

test('a user who opens the board of a ward is recorded with the ward, its client and the address', async () => {
  const token = app.users.token([everything]);
  await view(token, small.wardA1x, small.wardB1x);
  await expect.poll(wardsOf).toEqual([small.wardA1x, small.wardB1x]);
  expect(await readEvents()).toMatchObject([
    { actor_id: token, object_name: 'Ward X', client_uuid: small.clientA, address: '127.0.0.1' },
    { actor_id: token, object_name: 'Ward X', client_uuid: small.clientB, address: '127.0.0.1' },
  ]);
});

test('a user who opens a ward twice within an hour is recorded once, and another user who opens it is recorded too', async () => {
  const [nora, berta] = [app.users.token([everything]), app.users.token([everything])];
  await view(nora, small.wardA1x);
  time += 3_599_999;
  await view(nora, small.wardA1x);
  await view(berta, small.wardA1x);
  await expect.poll(wardsOf).toHaveLength(2);
  time += 1;
  await view(app.users.token([everything]), small.wardB1x);
  await expect.poll(wardsOf).toHaveLength(3);
  expect((await readEvents()).filter(({ actor_id: id }) => id === nora)).toHaveLength(1);
});

test('a view that could not be stored is recorded when the user opens the ward again', async () => {
  const log = { warn: vi.fn<(details: object, message: string) => void>() };
  const views = createViewRecorder({ database: app.database, now: () => time, log });
  const user = { subject: 'nora', displayName: null, rights: [], roles: [], scopes: [everything] };
  const caller = { user, groups: [], tokenId: 'one', sessionId: undefined, expiresAt: time };
  const record = () => views.recordWards(caller, { clientAddress: '127.0.0.1' }, [small.wardA1x]);
  const broken = vi.spyOn(app.database.query, 'transaction').mockImplementation(() => {
    throw new Error('the database is down');
  });
  record();
  await views.close();
  expect(log.warn).toHaveBeenCalledOnce();
  broken.mockRestore();
  record();
  record();
  await views.close();
  expect(await wardsOf()).toEqual([small.wardA1x]);
});

test('a user or script that reads the list or the alerts of a ward is recorded once an hour', async () => {
  const token = app.users.token([{ kind: 'location', uuid: small.locationA1 }]);
  for (let call = 0; call < 3; call += 1) {
    expect((await app.get(`/streams?locationUUID=${small.wardA1x}`, token)).status).toBe(200);
    expect((await app.get(`/alerts?locationUUID=${small.wardA1x}`, token)).status).toBe(200);
  }
  await expect.poll(wardsOf).toEqual([small.wardA1x]);
  expect(await readEvents()).toMatchObject([
    { actor_id: token, object_name: 'Ward X', client_uuid: small.clientA, address: '127.0.0.1' },
  ]);
});

test('a user who reads the list of a location is recorded for each of its visible wards', async () => {
  const [all, one] = [app.users.token([everything]), app.users.token([{ kind: 'ward', uuid: small.wardA1y }])];
  await view(all, small.wardA1x);
  await expect.poll(wardsOf).toEqual([small.wardA1x]);
  for (const token of [all, one]) await app.get(`/streams?locationUUID=${small.locationA1}`, token);
  const seen = async () => (await readEvents()).map(({ actor_id: id, object_id: ward }) => [id, ward]);
  await expect.poll(seen).toHaveLength(3);
  expect(await seen()).toEqual(
    expect.arrayContaining([
      [all, small.wardA1x],
      [all, small.wardA1y],
      [one, small.wardA1y],
    ]),
  );
  expect((await app.get(`/streams?locationUUID=${small.locationB1}`, one)).status).toBe(404);
});

/** The recorded actions of the test, without the events of the start of the app and of the sign-ins. */
const readActions = async () => {
  const rows = await app.database.query
    .selectFrom('audit_event')
    .select(['action', 'client_uuid', 'new_values'])
    .where('action', 'not in', ['sign-in', 'device-key.add'])
    .orderBy('action')
    .execute();
  return rows.map(({ action, client_uuid: client, new_values: values }) => [action, client, values]);
};

test('a user who looks at people, keys, equipment, managed rooms or the audit log is recorded once an hour', async () => {
  const token = app.users.token([everything], { roles: ['administrator'] });
  const paths = ['groups', 'device-keys', 'equipment', `rooms?wardUUID=${small.wardA1x}`, 'audit'];
  for (const path of [...paths, ...paths]) expect((await app.get(`/manage/${path}`, token)).status, path).toBe(200);
  const connection = { name: 'a', preset: 'generic-json', topic: 'frigate', location: 'b', rooms: [] };
  for (let call = 0; call < 2; call += 1) await app.post('/manage/equipment/messages', { connection }, token);
  await expect.poll(readActions).toEqual([
    ['audit.view', null, null],
    ['device-key.view', null, null],
    ['equipment.listen', null, '{"topic":"frigate"}'],
    ['equipment.view', null, null],
    ['home.view', null, null],
    ['people.view', null, null],
  ]);
});

test('an administrator of a client sees which of its users looked at device keys or exported the rooms', async () => {
  const token = app.users.token([{ kind: 'location', uuid: small.locationA1 }], { roles: ['manager'] });
  for (const path of ['device-keys', 'home/export?format=csv']) await (await app.get(`/manage/${path}`, token)).text();
  await expect.poll(readActions).toEqual([
    ['device-key.view', small.clientA, null],
    ['home.export', small.clientA, expect.stringMatching(/^{"rooms":\d}$/)],
  ]);
});

test('views that are still in memory are stored when the server stops', async () => {
  await view(app.users.token([everything]), small.wardA1x);
  await app.fastify.close();
  expect(await wardsOf()).toEqual([small.wardA1x]);
});
