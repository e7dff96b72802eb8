/** Each demo account signs in, sees only its own rooms, receives live updates and signs out. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { addressOf, type Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { manageEndpoints } from '../../src/contract/manage/manage-endpoints.ts';
import { readDemoHome } from '../../src/server/demo/demo-home.ts';
import { readEvents } from '../support/event-reader.ts';
import { signIn } from '../support/identity/sign-in.ts';
import { startTestApp, type TestApp } from '../support/app/start-app.ts';

const { nurseLocation } = readDemoHome();

let app: TestApp;
const tokens = { nurse: '', manager: '', admin: '' };
beforeAll(async () => {
  app = await startTestApp();
  for (const username of ['nurse', 'manager', 'admin'] as const) {
    tokens[username] = (await signIn(app.url, username, 'room-status')).accessToken;
  }
});
afterAll(() => app.close());

type Values = Parameters<typeof addressOf>[1];

async function ask<E extends Endpoint>(token: string, endpoint: E, values?: Values) {
  const response = await call(token, endpoint, values);
  expect(response.status).toBe(200);
  return z.parse<E['response']>(endpoint.response, await response.json());
}

const call = (token: string, endpoint: Endpoint, values?: Values) =>
  fetch(`${app.url}/api${addressOf(endpoint, values)}`, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${token}` },
  });

test.each([
  ['nurse', 1, { isWardNurse: true, roles: ['ward-nurse'] }],
  ['manager', 2, { isWardNurse: false, roles: ['manager'] }],
  ['admin', readDemoHome().clients.length, { isWardNurse: false, roles: ['administrator'] }],
] as const)(
  '[API-2] [API-4] the demo account %s sees %i clients and gets its user role',
  async (username, count, role) => {
    expect((await ask(tokens[username], endpoints.listClients)).items).toHaveLength(count);
    expect(await ask(tokens[username], endpoints.getUserRole)).toEqual(role);
  },
);

test('the demo nurse can get her own location, and gets 404 for all other locations', async () => {
  for (const { uuid } of app.home.locations) {
    const { status } = await call(tokens.nurse, endpoints.getLocation, { params: { id: uuid } });
    expect(status).toBe(uuid === nurseLocation.uuid ? 200 : 404);
  }
});

test('[LIVE-1] [LIVE-2] two viewers of one ward both receive the report, and the list of streams shows it', async () => {
  const ward = app.home.wards.find(({ locationUUID }) => locationUUID === nurseLocation.uuid);
  const room = app.home.rooms.find(({ wardUUID, status }) => wardUUID === ward?.uuid && status === 'ACTIVE');
  if (ward === undefined || room === undefined) throw new Error('the demo home has no such room');
  const readers = await Promise.all([tokens.nurse, tokens.admin].map((token) => readEvents(app.url, ward.uuid, token)));
  expect((await app.report(room.uuid, 'man_down')).status).toBe(200);
  const [first, second] = await Promise.all(readers.map((reader) => reader.next()));
  expect(first).toMatchObject([{ uuid: room.uuid, roomStatus: 1, lastNotification: 1 }]);
  expect(second).toEqual(first);
  const { items } = await ask(tokens.nurse, endpoints.listStreams, { query: { locationUUID: ward.uuid } });
  expect(items.find(({ uuid }) => uuid === room.uuid)).toMatchObject(first?.[0] ?? {});
  for (const reader of readers) reader.close();
});

test('[API-5] after a logout the access token is refused and its live connection ends', async () => {
  const { accessToken } = await signIn(app.url, 'nurse', 'room-status');
  const ward = app.home.wards.find(({ locationUUID }) => locationUUID === nurseLocation.uuid);
  const reader = await readEvents(app.url, ward?.uuid ?? '', accessToken);
  await ask(accessToken, endpoints.logout);
  expect(await reader.ended).toBe('by the server');
  expect((await call(accessToken, endpoints.listClients)).status).toBe(401);
  expect((await call(tokens.nurse, endpoints.listClients)).status).toBe(200);
});

test('the identity provider, the API and the health check send the security headers', async () => {
  for (const path of ['/idp/.well-known/openid-configuration', '/api/openapi.json', '/health']) {
    const { headers } = await fetch(app.url + path);
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin');
  }
});

test('the audit log has one sign-in and one sign-out of a user of the embedded provider', async () => {
  const { accessToken } = await signIn(app.url, 'manager', 'room-status');
  await ask(accessToken, endpoints.listClients);
  await ask(accessToken, endpoints.logout);
  const { items } = await ask(tokens.admin, manageEndpoints.listAuditEvents, { query: { limit: '2' } });
  expect(items).toMatchObject([
    { action: 'sign-out', actor: { kind: 'user' }, object: null },
    { action: 'sign-in', actor: { kind: 'user' }, object: { kind: 'account', name: 'manager' } },
  ]);
  expect(items[0]?.actor.id).toBe(items[1]?.actor.id);
  expect((await call(tokens.manager, manageEndpoints.listAuditEvents)).status).toBe(403);
});
