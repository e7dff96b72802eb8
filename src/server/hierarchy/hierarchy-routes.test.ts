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
  const { clientA, clientB, locationA1, locationA2, locationB1, wardA1x, wardA1y, wardB1x } = small;
  const ward = { kind: 'ward', uuid: wardA1y } as const;
  const location = { kind: 'location', uuid: locationA1 } as const;
  const locationsOf = (uuid: string) => `/locations?clientUUID=${uuid}`;
  const wardsOf = (uuid: string) => `/wards?locationUUID=${uuid}`;
  const ofClient = (uuid: string) => ({ kind: 'client', uuid }) as const;

  test.each<readonly [string, readonly Scope[], string, readonly string[] | 404]>([
    ['a right for one ward', [ward], '/clients', [clientA]],
    ['a right for one ward', [ward], locationsOf(clientA), [locationA1]],
    ['a right for one ward', [ward], wardsOf(locationA1), [wardA1y]],
    ['a right for one location', [location], '/clients', [clientA]],
    ['a right for one location', [location], locationsOf(clientA), [locationA1]],
    ['a right for one location', [location], wardsOf(locationA1), [wardA1x, wardA1y]],
    ['a right for one client', [ofClient(clientA)], '/clients', [clientA]],
    ['a right for one client', [ofClient(clientA)], locationsOf(clientA), [locationA1, locationA2]],
    ['a right for one client', [ofClient(clientA)], locationsOf(clientB), 404],
    ['rights for a ward and a client', [ward, ofClient(clientB)], '/clients', [clientA, clientB]],
    ['rights for a ward and a client', [ward, ofClient(clientB)], wardsOf(locationB1), [wardB1x]],
    ['rights for a ward and a client', [ward, ofClient(clientB)], wardsOf(locationA1), [wardA1y]],
    ['no right', [], '/clients', []],
    ['no right', [], `/clients/${clientA}`, 404],
  ])('with %s', async (_, scopes, path, expected) => {
    const response = await app.get(path, app.users.token(scopes));
    const found = [...(await response.text()).matchAll(/"uuid":"([^"]+)"/g)].map(([, uuid]) => uuid);
    expect(response.status === 200 ? found : response.status).toEqual(expected);
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
