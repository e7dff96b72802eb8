import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { everything, small, unknownUuid } from '../../../../tests/support/homes/small-home.ts';
import { openLineSender } from '../../../../tests/support/line-sender.ts';
import { deviceKeyEndpoints } from '../../../contract/devices/device-keys.ts';
import type { Scope } from '../../../domain/user.ts';

let app: SmallApp;
beforeAll(async () => {
  app = await startSmallApp();
});
afterAll(() => app.close());

const clientA: Scope = { kind: 'client', uuid: small.clientA };
const manager = (...scopes: readonly Scope[]) => app.users.token(scopes, { roles: ['manager'] });
const path = '/manage/device-keys';

const create = (body: unknown, token: string) => app.post(path, body, token);
const revoke = (id: string, token: string) =>
  fetch(`${app.url}/api${path}/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });

async function created(scope: Scope, token = manager(everything), name = 'mat') {
  const response = await create({ name, scope }, token);
  return deviceKeyEndpoints.createDeviceKey.response.parse(await response.json());
}

async function listed(token: string) {
  return deviceKeyEndpoints.listDeviceKeys.response.parse(await (await app.get(path, token)).json()).items;
}

test('a manager sees and revokes only device keys whose whole scope the manager manages', async () => {
  const { id: ofWard } = await created({ kind: 'ward', uuid: small.wardA1x });
  const { id: ofOther } = await created({ kind: 'location', uuid: small.locationB1 });
  const { id: ofEverything } = await created(everything);
  const idsFor = async (...scopes: readonly Scope[]) => (await listed(manager(...scopes))).map(({ id }) => id);
  const own = [ofWard, ofOther, ofEverything];
  const seen = async (...scopes: readonly Scope[]) => (await idsFor(...scopes)).filter((id) => own.includes(id));
  expect(await seen(clientA)).toEqual([ofWard]);
  expect(await seen({ kind: 'ward', uuid: small.wardA1y })).toEqual([]);
  expect(await seen(everything)).toEqual(own);
  for (const id of [ofOther, ofEverything, unknownUuid]) expect((await revoke(id, manager(clientA))).status).toBe(404);
  expect((await listed(manager(clientA)))[0]).toMatchObject({ scopeNames: ['Anker Care', 'Harbour House', 'Ward X'] });
});

test.each([
  ['everything', everything, 403],
  ['another client', { kind: 'client', uuid: small.clientB }, 404],
  ['a place that does not exist', { kind: 'ward', uuid: unknownUuid }, 404],
  ['a ward of the client', { kind: 'ward', uuid: small.wardA2x.toUpperCase() }, 200],
] as const)('a manager of a client who creates a key for %s: %s gets the status %i', async (_what, scope, status) => {
  expect((await create({ name: 'mat', scope }, manager(clientA))).status).toBe(status);
});

test('a manager cannot create a device key with a rate that would delay the boards of other users', async () => {
  const withRate = (ratePerSecond: number) =>
    create({ name: 'flood', scope: clientA, ratePerSecond }, manager(clientA));
  expect((await withRate(1_000)).status).toBe(200);
  const refused = await withRate(1_001);
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('"max":"1000"')]);
});

test('a new device key works at once, and its event in the audit log does not contain it', async () => {
  const { id, key } = await created(clientA, manager(clientA), 'gateway 7');
  expect((await app.report({ stream: small.streamA1x1, status: 3 }, key)).status).toBe(200);
  expect((await app.report({ stream: small.streamB1x1, status: 3 }, key)).status).toBe(422);
  await revoke(id, manager(clientA));
  const events = await app.database.query
    .selectFrom('audit_event')
    .selectAll()
    .where('object_id', '=', id)
    .orderBy('sequence')
    .execute();
  expect(events).toMatchObject([
    { action: 'device-key.add', object_name: 'gateway 7', client_uuid: small.clientA },
    { action: 'device-key.revoke', object_name: 'gateway 7', client_uuid: small.clientA },
  ]);
  expect(JSON.stringify(events)).not.toContain(key);
});

test('a revoked key is refused by the next call, and its open NDJSON connection ends while it sends', async () => {
  const { id, key } = await created(everything);
  const other = await created(everything);
  const [sender, staying] = await Promise.all([openLineSender(app.url, key), openLineSender(app.url, other.key)]);
  for (const one of [sender, staying]) {
    one.send({ stream: small.streamA1x1, status: 3 });
    expect(await one.next()).toMatchObject({ line: 1 });
  }
  expect((await revoke(id, manager(everything))).status).toBe(200);
  expect(await sender.next()).toMatchObject({ status: 401 });
  expect((await app.report({ stream: small.streamA1x1, status: 3 }, key)).status).toBe(401);
  staying.send({ stream: small.streamA1x1, status: 5 });
  expect(await staying.next()).toMatchObject({ outcome: 'accepted' });
  staying.outgoing.end();
});
