/** The rights of groups with an external identity provider, which has accounts of its own. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { everything, small, unknownUuid } from '../../../tests/support/homes/small-home.ts';
import { groupEndpoints } from '../../contract/people/groups.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { grantRight } from './group-rights.ts';

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

test('an administrator replaces the rights of a group, and each difference is in the audit log', async () => {
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

test('a change of rights from an outdated version is a conflict with the present rights, also for a new group', async () => {
  await change([nurseOf(small.wardA1x)]);
  for (const version of [null, 'earlier']) {
    const refused = await change([], version);
    expect(refused).toMatchObject({ status: 409, answer: { current: { rights: [nurseOf(small.wardA1x)] } } });
  }
});

test('the right of the last group that administers everything cannot be removed', async () => {
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
