import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { everything, small } from '../../../../tests/support/homes/small-home.ts';
import { homeEndpoints } from '../../../contract/manage/home.ts';
import { rulesEndpoints } from '../../../contract/manage/rules.ts';
import { loadHome } from '../home-file/load-home.ts';

let app: SmallApp;
let token: string;
beforeEach(async () => {
  app = await startSmallApp();
  token = app.users.token([everything], { roles: ['administrator'] });
});
afterEach(() => app.close());

const { clientA, locationA1, wardA1x, streamA1x1 } = small;

async function post(path: string, wanted: object) {
  const response = await fetch(`${app.url}/api/manage/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
  });
  const body: unknown = await response.json();
  return { status: response.status, body };
}

/** Returns the change that undoes this one. */
async function change(wanted: object, path = 'home'): Promise<object> {
  const { status, body } = await post(path, wanted);
  expect(status, JSON.stringify(body)).toBe(200);
  return z.parse(homeEndpoints.changeHome.response, body).undo ?? expect.unreachable();
}

const inLocation = (...wards: readonly object[]) => ({
  clients: [{ uuid: clientA, locations: [{ uuid: locationA1, wards }] }],
});
const home = async () => new Set(await loadHome(app.database.query));
const nodeOf = async (uuid: string) => [...(await home())].find((node) => node.uuid === uuid);

test('the undo of a renaming is a conflict when another administrator has set rules meanwhile, and they stay', async () => {
  const undo = await change(inLocation({ uuid: wardA1x, displayName: 'North' }));
  const response = await app.get(`/manage/rules?level=ward&uuid=${wardA1x}`, token);
  const { version } = z.parse(rulesEndpoints.getRules.response, await response.json());
  const rules = { alerts: { in_bathroom: { after: 1_200 } } };
  expect((await post('rules', { level: 'ward', uuid: wardA1x, version, rules })).status).toBe(200);
  expect((await post('home', undo)).status).toBe(409);
  expect(await nodeOf(wardA1x)).toMatchObject({ rules: JSON.stringify(rules) });
});

test('the undo of a new ward is a conflict when another administrator has added a room to it', async () => {
  const ward = randomUUID();
  const room = randomUUID();
  const undo = await change(inLocation({ uuid: ward, displayName: 'North' }));
  await change(inLocation({ uuid: ward, streams: [{ uuid: room, displayName: 'Room 1' }] }));
  expect((await post('home', undo)).status).toBe(409);
  expect(await nodeOf(room)).toBeDefined();
});

test('the undo of a new room is a conflict when another administrator has renamed it', async () => {
  const room = randomUUID();
  const undo = await change(inLocation({ uuid: wardA1x, streams: [{ uuid: room, displayName: 'Room 9' }] }));
  await change(inLocation({ uuid: wardA1x, streams: [{ uuid: room, displayName: 'Lounge' }] }));
  expect((await post('home', undo)).status).toBe(409);
  expect(await nodeOf(room)).toMatchObject({ displayName: 'Lounge' });
});

test('rooms that an import moves to a new ward are back in their ward after the undo', async () => {
  const before = await home();
  const text = `client,location,ward,uuid,displayName\nAnker Care,Harbour House,North,${streamA1x1},Room 1\n`;
  const undo = await change({ format: 'csv', text }, 'home/import');
  expect(await nodeOf(streamA1x1)).not.toMatchObject({ parentUUID: wardA1x });
  await change(undo);
  expect(await home()).toEqual(before);
});
