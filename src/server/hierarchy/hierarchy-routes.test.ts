import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unknownUuid, small } from '../../../tests/support/homes/small-home.ts';
import { type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import type { Scope } from '../../domain/user.ts';

let app: SmallApp;
beforeAll(async () => {
  app = await startSmallApp();
});
afterAll(() => app.close());

const json = async (path: string, scopes?: readonly Scope[]): Promise<unknown> => {
  const response = await app.get(path, scopes && app.users.token(scopes));
  return response.json();
};
const status = async (path: string, scopes: readonly Scope[]) => (await app.get(path, app.users.token(scopes))).status;

test('[API-2] [API-7] clients, their locations and their wards are listed in an items array', async () => {
  expect(await json('/clients')).toEqual({
    items: [
      { uuid: small.clientA, displayName: 'Anker Care' },
      { uuid: small.clientB, displayName: 'Birch Care' },
    ],
  });
  expect(await json(`/locations?clientUUID=${small.clientA}`)).toEqual({
    items: [
      { uuid: small.locationA1, displayName: 'Harbour House', clientUUID: small.clientA },
      { uuid: small.locationA2, displayName: 'Hill House', clientUUID: small.clientA },
    ],
  });
  expect(await json(`/wards?locationUUID=${small.locationA1}`)).toEqual({
    items: [
      { uuid: small.wardA1x, displayName: 'Ward X', locationUUID: small.locationA1 },
      { uuid: small.wardA1y, displayName: 'Ward Y', locationUUID: small.locationA1 },
    ],
  });
});

test('[API-2] a client, location or ward is found by its uuid in upper or lower case', async () => {
  expect(await json(`/clients/${small.clientA}`)).toEqual({ uuid: small.clientA, displayName: 'Anker Care' });
  expect(await json(`/locations/${small.locationB1.toUpperCase()}`)).toMatchObject({ clientUUID: small.clientB });
  expect(await json(`/wards/${small.wardA2x}`)).toMatchObject({ locationUUID: small.locationA2 });
});

test('an unknown query parameter is ignored', async () => {
  expect(await json(`/locations?clientUUID=${small.clientB}&page=2`)).toMatchObject({
    items: [{ uuid: small.locationB1 }],
  });
});

describe('[PROD-2] a user sees the nodes within their scopes and the nodes above them', () => {
  const uuids = async (path: string, scopes: readonly Scope[]) => {
    const response = await app.get(path, app.users.token(scopes));
    if (response.status !== 200) return response.status;
    const text = await response.text();
    return [...text.matchAll(/"uuid":"([^"]+)"/g)].map(([, uuid]) => uuid);
  };
  const wardNurse: Scope[] = [{ kind: 'ward', uuid: small.wardA1y }];
  const locationNurse: Scope[] = [{ kind: 'location', uuid: small.locationA1 }];
  const clientManager: Scope[] = [{ kind: 'client', uuid: small.clientA }];

  test('with a right for one ward', async () => {
    expect(await uuids('/clients', wardNurse)).toEqual([small.clientA]);
    expect(await uuids(`/locations?clientUUID=${small.clientA}`, wardNurse)).toEqual([small.locationA1]);
    expect(await uuids(`/wards?locationUUID=${small.locationA1}`, wardNurse)).toEqual([small.wardA1y]);
  });

  test('with a right for one location', async () => {
    expect(await uuids('/clients', locationNurse)).toEqual([small.clientA]);
    expect(await uuids(`/locations?clientUUID=${small.clientA}`, locationNurse)).toEqual([small.locationA1]);
    expect(await uuids(`/wards?locationUUID=${small.locationA1}`, locationNurse)).toEqual([
      small.wardA1x,
      small.wardA1y,
    ]);
  });

  test('with a right for one client', async () => {
    expect(await uuids('/clients', clientManager)).toEqual([small.clientA]);
    expect(await uuids(`/locations?clientUUID=${small.clientA}`, clientManager)).toEqual([
      small.locationA1,
      small.locationA2,
    ]);
    expect(await uuids(`/locations?clientUUID=${small.clientB}`, clientManager)).toBe(404);
  });

  test('with rights for a ward and for another client', async () => {
    const both: Scope[] = [...wardNurse, { kind: 'client', uuid: small.clientB }];
    expect(await uuids('/clients', both)).toEqual([small.clientA, small.clientB]);
    expect(await uuids(`/wards?locationUUID=${small.locationB1}`, both)).toEqual([small.wardB1x]);
    expect(await uuids(`/wards?locationUUID=${small.locationA1}`, both)).toEqual([small.wardA1y]);
  });

  test('without a right, nothing', async () => {
    expect(await uuids('/clients', [])).toEqual([]);
    expect(await uuids(`/clients/${small.clientA}`, [])).toBe(404);
  });
});

describe('a node outside the scopes gets the same answer as a node that does not exist', () => {
  const ofB: readonly Scope[] = [{ kind: 'client', uuid: small.clientB }];
  const paths = [
    ['/clients/', small.clientA],
    ['/locations/', small.locationA1],
    ['/wards/', small.wardA1x],
    ['/locations?clientUUID=', small.clientA],
    ['/wards?locationUUID=', small.locationA1],
  ] as const;

  test.each(paths)('%s', async (path, uuid) => {
    expect(await status(path + uuid, [{ kind: 'everything' }])).toBe(200);
    expect(await status(path + uuid, ofB)).toBe(404);
    expect(await json(path + uuid, ofB)).toEqual(await json(path + unknownUuid, ofB));
  });
});
