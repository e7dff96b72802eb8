import { afterAll, beforeAll, expect, test } from 'vitest';
import { small, type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';

let app: SmallApp;
beforeAll(async () => {
  app = await startSmallApp();
});
afterAll(() => app.close());

const json = async (path: string): Promise<unknown> => (await app.get(path)).json();

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
