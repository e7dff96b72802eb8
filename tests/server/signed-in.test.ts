/** What each demo account can do: sign in, see only their own wards, receive live updates, sign out. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { addressOf, type Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
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
] as const)('[API-2] [API-4] the account %s sees %i clients, and its user role', async (username, count, role) => {
  expect((await ask(tokens[username], endpoints.listClients)).items).toHaveLength(count);
  expect(await ask(tokens[username], endpoints.getUserRole)).toEqual(role);
});

test('every endpoint answers the nurse with 404 for clients, locations and wards outside her rights', async () => {
  const mine = app.home.wards.filter(({ locationUUID }) => locationUUID === nurseLocation.uuid);
  const foreignWards = app.home.wards.filter((ward) => !mine.includes(ward));
  const foreignLocations = app.home.locations.filter(({ uuid }) => uuid !== nurseLocation.uuid);
  const foreignClients = app.home.clients.filter(({ uuid }) => uuid !== nurseLocation.clientUUID);
  const asked: readonly (readonly [Endpoint, Values])[] = [
    ...foreignClients.flatMap(({ uuid }) => [
      [endpoints.getClient, { params: { id: uuid } }] as const,
      [endpoints.listLocations, { query: { clientUUID: uuid } }] as const,
    ]),
    ...foreignLocations.flatMap(({ uuid }) => [
      [endpoints.getLocation, { params: { id: uuid } }] as const,
      [endpoints.listWards, { query: { locationUUID: uuid } }] as const,
      [endpoints.listStreams, { query: { locationUUID: uuid } }] as const,
    ]),
    ...foreignWards.flatMap(({ uuid }) => [
      [endpoints.getWard, { params: { id: uuid } }] as const,
      [endpoints.listStreams, { query: { locationUUID: uuid } }] as const,
      [endpoints.streamEvents, { query: { wardUUID: uuid } }] as const,
    ]),
  ];
  expect(asked.length).toBeGreaterThan(10);
  for (const [endpoint, values] of asked) {
    const { status } = await call(tokens.nurse, endpoint, values);
    expect(status, addressOf(endpoint, values)).toBe(404);
  }
});

test('[LIVE-1] [LIVE-2] two viewers of one ward both receive the report, and the list of streams shows it', async () => {
  const ward = app.home.wards.find(({ locationUUID }) => locationUUID === nurseLocation.uuid);
  const room = app.home.rooms.find(({ wardUUID, status }) => wardUUID === ward?.uuid && status === 'ACTIVE');
  if (ward === undefined || room === undefined) throw new Error('the demo home has no such room');
  const readers = await Promise.all([tokens.nurse, tokens.admin].map((token) => readEvents(app.url, ward.uuid, token)));
  const sent = await fetch(`${app.url}/api/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.deviceKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ stream: room.uuid, status: 'man_down' }),
  });
  expect(sent.status).toBe(200);
  const [first, second] = await Promise.all(readers.map((reader) => reader.next()));
  expect(first).toMatchObject([{ uuid: room.uuid, roomStatus: 1, lastNotification: 1 }]);
  expect(second).toEqual(first);
  const { items } = await ask(tokens.nurse, endpoints.listStreams, { query: { locationUUID: ward.uuid } });
  expect(items.find(({ uuid }) => uuid === room.uuid)).toMatchObject(first?.[0] ?? {});
  for (const reader of readers) reader.close();
});

test('[API-5] after the logout the token is refused and its live connection ends', async () => {
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
