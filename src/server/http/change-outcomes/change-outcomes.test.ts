import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { everything, small, type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { allEndpoints } from '../../../contract/all-endpoints.ts';
import { changeOutcomeEndpoints, outcomeRetentionMs } from '../../../contract/change-outcome.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';

let app: SmallApp;
let now = Date.now();
let ada: string;
let eve: string;
beforeEach(async () => {
  now = Date.now();
  app = await startSmallApp({ now: () => now });
  [ada, eve] = [tokenOfAdministrator(), tokenOfAdministrator()];
});
afterEach(() => app.close());

/** Each call returns the token of another administrator. */
const tokenOfAdministrator = () =>
  app.users.token([everything], { roles: ['administrator'], expiresAt: Number.MAX_SAFE_INTEGER });

interface Sent {
  readonly id: string;
  readonly token?: string;
}

async function send(path: string, body: object, { id, token = ada }: Sent) {
  const response = await fetch(`${app.url}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': id },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

async function outcomeOf({ id, token = ada }: Sent) {
  const response = await app.post(`/changes/${id}/outcome`, undefined, token);
  expect(response.status).toBe(200);
  return z.parse(changeOutcomeEndpoints.settleChange.response, await response.json());
}

const newWard = (displayName: string) => ({
  level: 'ward',
  uuid: randomUUID(),
  parentUUID: small.locationA1,
  displayName,
});
const countWards = async (name: string) =>
  (await app.database.query.selectFrom('ward').select('uuid').where('display_name', '=', name).execute()).length;
const keyNamed = (name: string) => ({ name, scope: { kind: 'everything' } });
const countKeys = async (name: string) =>
  (await app.database.query.selectFrom('device_key').select('id').where('name', '=', name).execute()).length;

test('a caller that lost the response to a change gets it by asking for the outcome', async () => {
  const id = randomUUID();
  const { status, text } = await send('/manage/places', newWard('Annex'), { id });
  expect(await outcomeOf({ id })).toEqual({ state: 'answered', status, answer: text });
  expect(status).toBe(200);
});

test('a change whose caller disconnected is saved, and its outcome can be read', async () => {
  const id = randomUUID();
  const body = JSON.stringify(newWard('Annex'));
  const headers = { authorization: `Bearer ${ada}`, 'content-type': 'application/json' };
  const call = request(`${app.url}/api/manage/places`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': id, 'content-length': Buffer.byteLength(body) },
  });
  call.on('error', () => undefined);
  const isStarted = async () =>
    (await app.database.query.selectFrom('change_outcome').select('id').execute()).length > 0;
  call.end(body);
  await expect.poll(isStarted).toBe(true);
  call.destroy();
  await expect.poll(async () => (await outcomeOf({ id })).state).toBe('answered');
  expect(await countWards('Annex')).toBe(1);
});

test('a change with an idempotency key that was used before is not executed', async () => {
  const id = randomUUID();
  expect((await send('/manage/device-keys', keyNamed('gate'), { id })).status).toBe(200);
  const second = await send('/manage/device-keys', keyNamed('gate'), { id });
  expect(second.status).toBe(409);
  expect(second.text).toContain('repeated-change');
  expect(await countKeys('gate')).toBe(1);
});

test('a change that arrives after its outcome was asked for is not executed', async () => {
  const id = randomUUID();
  expect(await outcomeOf({ id })).toEqual({ state: 'not-received', status: null, answer: null });
  expect((await send('/manage/device-keys', keyNamed('gate'), { id })).status).toBe(409);
  expect(await countKeys('gate')).toBe(0);
  expect((await outcomeOf({ id })).state).toBe('not-received');
});

test('a stored outcome does not contain the created device key', async () => {
  const id = randomUUID();
  await send('/manage/device-keys', keyNamed('gate'), { id });
  expect(await outcomeOf({ id })).toEqual({ state: 'answered', status: 200, answer: null });
});

test('a user can neither read the outcome of a change by another user nor prevent the change', async () => {
  const id = randomUUID();
  await outcomeOf({ id, token: eve });
  expect((await send('/manage/places', newWard('Annex'), { id })).status).toBe(200);
  expect((await outcomeOf({ id, token: eve })).state).toBe('not-received');
  expect((await outcomeOf({ id })).state).toBe('answered');
});

test('the stored outcome of a change is deleted after an hour, at the next change', async () => {
  await send('/manage/places', newWard('Annex'), { id: randomUUID() });
  now += outcomeRetentionMs + 1;
  await send('/manage/places', newWard('Annex 2'), { id: randomUUID() });
  expect(await app.database.query.selectFrom('change_outcome').selectAll().execute()).toHaveLength(1);
});

test('each call of the administration and of the own account that changes data stores its outcome', () => {
  const withoutChange = [
    'createFirstAccount', // Nobody is signed in who could ask for the outcome.
    'checkSetupCode',
    'listenToMessages',
    'makeBackup',
    'previewRules',
    'sendNoticeAgain',
    'testContact',
  ];
  const isOfAdministration = ({ path }: Endpoint) => /^\/(manage|account|setup)\b/.test(path);
  const others = Object.entries<Endpoint>(allEndpoints).filter(
    ([, endpoint]) => isOfAdministration(endpoint) && endpoint.method !== 'GET' && endpoint.outcome === undefined,
  );
  expect(others.map(([name]) => name).toSorted()).toEqual(withoutChange.toSorted());
});
