import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { everything, small, unknownUuid } from '../../../tests/support/homes/small-home.ts';
import { createWardViews } from './ward-views.ts';

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

/** Opens an event stream of the wards and leaves it. Returns the status. */
async function view(token: string, ...wards: readonly string[]): Promise<number> {
  const leave = new AbortController();
  const response = await fetch(`${app.url}/api/streams/events?wardUUID=${wards.join(',')}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leave.signal,
  });
  leave.abort();
  return response.status;
}

test('who opened the board of a ward is recorded with the ward, its client and the address', async () => {
  const token = app.users.token([everything]);
  await view(token, small.wardA1x, small.wardB1x);
  await expect.poll(wardsOf).toEqual([small.wardA1x, small.wardB1x]);
  expect(await readEvents()).toMatchObject([
    { actor_id: token, object_name: 'Ward X', client_uuid: small.clientA, address: '127.0.0.1' },
    { actor_id: token, object_name: 'Ward X', client_uuid: small.clientB, address: '127.0.0.1' },
  ]);
});

test('a user who opens a ward again within an hour is recorded once, and another user of their own', async () => {
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

test('a ward that the user may not see is not recorded', async () => {
  const token = app.users.token([{ kind: 'ward', uuid: small.wardA1x }]);
  for (const ward of [small.wardB1x, unknownUuid]) expect(await view(token, ward)).toBe(404);
  await view(token, small.wardA1x);
  await expect.poll(wardsOf).toEqual([small.wardA1x]);
});

test('a view that could not be stored is recorded when the user opens the ward again', async () => {
  const log = { warn: vi.fn<(details: object, message: string) => void>() };
  const place = { clientUUID: small.clientA };
  const wards = [{ uuid: small.wardA1x, place }];
  const views = createWardViews({ database: app.database, now: () => time, log });
  const user = { subject: 'nora', displayName: null, rights: [], roles: [], scopes: [] };
  const caller = { user, groups: [], tokenId: 'one', sessionId: undefined, expiresAt: time };
  const record = () => views.record(caller, { clientAddress: '127.0.0.1' }, wards);
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

test('views that are not stored yet are stored when the server stops', async () => {
  await view(app.users.token([everything]), small.wardA1x);
  await app.fastify.close();
  expect(await wardsOf()).toEqual([small.wardA1x]);
});
