/** The rights of groups with an external identity provider, which has accounts of its own. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { everything, small, unknownUuid } from '../../../../tests/support/homes/small-home.ts';
import { groupEndpoints } from '../../../contract/manage/groups.ts';
import { accountEndpoints } from '../../../contract/manage/people.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { grantRight } from '../../rights/group-rights.ts';

let app: SmallApp;
let administrator: string;
beforeEach(async () => {
  app = await startSmallApp();
  administrator = app.users.token([everything], { roles: ['administrator'] });
  await grantRight(app.database, { group: 'it', role: 'administrator', scope: everything });
});
afterEach(() => app.close());

async function send({ method, path }: Endpoint, body?: object): Promise<{ status: number; answer: unknown }> {
  const response = await fetch(`${app.url}/api${path.replace('{id}', unknownUuid)}`, {
    method,
    headers: { authorization: `Bearer ${administrator}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: await response.json() };
}

const nurseOf = (uuid: string) => ({ role: 'ward-nurse', scope: { kind: 'ward', uuid } });
const change = (rights: readonly object[], version: unknown = null) =>
  send(groupEndpoints.changeGroup, { name: 'nurses', version, rights });

test('the rights of a group are replaced, in any spelling of a uuid, and each difference is in the audit log', async () => {
  const first = await change([nurseOf(small.wardA1x.toUpperCase()), nurseOf(small.wardA1x)]);
  expect(first).toMatchObject({ status: 200, answer: { rights: [nurseOf(small.wardA1x)], memberCount: null } });
  const { items } = groupEndpoints.listGroups.response.parse((await send(groupEndpoints.listGroups)).answer);
  expect(items.map(({ name }) => name)).toEqual(['it', 'nurses']);
  const second = await change([nurseOf(small.wardA1y)], items[1]?.version);
  expect(second).toMatchObject({ status: 200, answer: { rights: [nurseOf(small.wardA1y)] } });
  const events = app.database.query.selectFrom('audit_event').select('action').where('object_name', '=', 'nurses');
  expect((await events.orderBy('sequence').execute()).map(({ action }) => action)).toEqual([
    'right.grant',
    'right.grant',
    'right.revoke',
  ]);
});

test('a change that was made from an earlier state is refused with the present one, also for a group that was new', async () => {
  await change([nurseOf(small.wardA1x)]);
  for (const version of [null, 'earlier']) {
    const refused = await change([], version);
    expect(refused).toMatchObject({ status: 409, answer: { current: { rights: [nurseOf(small.wardA1x)] } } });
  }
});

test('the last group with an administrator of everything keeps this right', async () => {
  const { items } = groupEndpoints.listGroups.response.parse((await send(groupEndpoints.listGroups)).answer);
  const strip = { name: 'it', version: items[0]?.version, rights: [] };
  expect(await send(groupEndpoints.changeGroup, strip)).toMatchObject({
    status: 409,
    answer: { reason: 'last-administrator' },
  });
  const another = [{ role: 'administrator', scope: { kind: 'everything' } }];
  await send(groupEndpoints.changeGroup, { name: 'office', version: null, rights: another });
  expect((await send(groupEndpoints.changeGroup, strip)).status).toBe(200);
});

test('a preview has the ACTIVE rooms of all rights together, and the names of the places above them', async () => {
  const rights = [nurseOf(small.wardA1x), nurseOf(small.wardB1x)];
  const { answer } = await send(groupEndpoints.previewRights, { rights });
  const { clients, roomCount } = groupEndpoints.previewRights.response.parse(answer);
  expect(clients.map(({ uuid }) => uuid).toSorted()).toEqual([small.clientA, small.clientB].toSorted());
  const wards = clients.flatMap(({ locations }) => locations.flatMap(({ wards: own }) => own));
  expect(wards.map(({ uuid }) => uuid).toSorted()).toEqual([small.wardA1x, small.wardB1x].toSorted());
  expect(roomCount).toBe(wards.reduce((sum, ward) => sum + ward.roomCount, 0));
  // Two rooms of ward X, which has an INACTIVE one, and one of the other client.
  expect(roomCount).toBe(3);
});

test('with an external provider there are no accounts', async () => {
  const body = { username: 'berta', displayName: 'Berta', groups: [] };
  for (const endpoint of [accountEndpoints.listAccounts, accountEndpoints.disableAccount]) {
    expect((await send(endpoint)).status).toBe(404);
  }
  expect((await send(accountEndpoints.inviteAccount, body)).status).toBe(404);
});
