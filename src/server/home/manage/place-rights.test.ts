import { afterEach, beforeEach, expect, test } from 'vitest';
import { callEndpoint } from '../../../../tests/support/app/call-endpoint.ts';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { everything, small, unknownUuid } from '../../../../tests/support/homes/small-home.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { homeFileEndpoints } from '../../../contract/home/home-file.ts';
import { placeEndpoints } from '../../../contract/home/places.ts';
import type { Scope } from '../../../domain/user.ts';
import { loadHome } from '../home-file/load-home.ts';

let app: SmallApp;
beforeEach(async () => {
  app = await startSmallApp();
});
afterEach(() => app.close());

const { clientA, clientB, locationA1, locationA2, locationB1, wardA1y, streamA1y1 } = small;
const { addPlace, changePlace, removePlace } = placeEndpoints;

/** Creates a manager of one place who is also a nurse of client B and of a location, and so sees these two. */
const managerOf = (scope: Scope) =>
  app.users.token([], {
    rights: [
      { role: 'manager', scope },
      { role: 'ward-nurse', scope: { kind: 'client', uuid: clientB } },
      { role: 'ward-nurse', scope: { kind: 'location', uuid: locationA2 } },
    ],
  });
const administrator = () => app.users.token([everything], { roles: ['administrator'] });
const home = async () => new Set(await loadHome(app.database.query));

const statusOf = async (endpoint: Endpoint, body: object, token: string, query = {}) =>
  (await callEndpoint(app, endpoint, { token, body, query })).status;

async function placesOf(token: string) {
  const listed: unknown = await (await app.get('/manage/places', token)).json();
  return placeEndpoints.listManagedPlaces.response.parse(listed).items;
}

async function named(level: string, uuid: string) {
  const found = (await placesOf(administrator())).find((place) => place.level === level && place.uuid === uuid);
  const { version, roomCount } = found ?? expect.unreachable();
  return { moved: { level, uuid, version }, removed: { level, uuid, version, roomCount } };
}

const birchCare = { uuid: clientB, displayName: 'Birch Care' };
const harbourHouse = { uuid: locationA1, displayName: 'Harbour House' };
const wardY = { uuid: wardA1y, displayName: 'Ward Y' };
const wardIn = (client: object, location: object) => ({
  clients: [{ ...client, locations: [{ ...location, wards: [wardY] }] }],
});

const placesOfOthers = [
  ['location', harbourHouse, clientB, { clients: [{ ...birchCare, locations: [harbourHouse] }] }],
  ['ward', wardY, locationB1, wardIn(birchCare, { uuid: locationB1, displayName: 'Beech House' })],
  [
    'ward',
    wardY,
    locationA2,
    wardIn({ uuid: clientA, displayName: 'Anker Care' }, { uuid: locationA2, displayName: 'Hill House' }),
  ],
] as const;

test.each(placesOfOthers)(
  'a manager of one %s cannot move it to a place of other managers, neither with the form nor with a home file',
  async (level, place, parentUUID, file) => {
    const { uuid, displayName } = place;
    const manager = managerOf({ kind: level, uuid });
    const { moved, removed } = await named(level, uuid);
    const imported = { format: 'yaml', text: JSON.stringify(file) };
    const before = await home();
    expect(await statusOf(changePlace, { ...moved, parentUUID }, manager)).toBe(403);
    expect(await statusOf(homeFileEndpoints.importHome, imported, manager)).toBe(403);
    expect(await home()).toEqual(before);
    expect(await statusOf(removePlace, removed, administrator())).toBe(200);
    const without = await home();
    expect(await statusOf(addPlace, { level, uuid, parentUUID, displayName }, manager)).toBe(403);
    expect(await statusOf(homeFileEndpoints.importHome, imported, manager)).toBe(403);
    expect(await home()).toEqual(without);
    expect(await statusOf(homeFileEndpoints.importHome, imported, administrator(), { dryRun: 'true' })).toBe(200);
    expect(await statusOf(addPlace, { level, uuid, parentUUID, displayName }, administrator())).toBe(200);
  },
);

test.each([
  ['client', clientA],
  ['location', locationA1],
  ['ward', wardA1y],
] as const)(
  'a manager of one %s can remove the places below but not the place itself, neither with the form nor with a home file',
  async (level, uuid) => {
    const manager = managerOf({ kind: level, uuid });
    const before = await home();
    expect(await statusOf(removePlace, (await named(level, uuid)).removed, manager)).toBe(403);
    expect(await home()).toEqual(before);
    const listed = (await placesOf(manager)).find((place) => place.uuid === uuid);
    expect(listed).toMatchObject({ canChange: true, canRemove: false });
    const text = 'client,displayName,location,ward\nAnker Care,,,\n';
    const file = { format: 'csv', text, removeMissing: true };
    expect(await statusOf(homeFileEndpoints.importHome, file, manager)).toBe(200);
    const after = [...(await home())].map((node) => node.uuid);
    expect(after).toContain(uuid);
    expect(after).not.toContain(streamA1y1);
  },
);

test('a manager of two places in different clients cannot move one of them to the other client', async () => {
  const token = app.users.token([
    { kind: 'location', uuid: locationA1 },
    { kind: 'client', uuid: clientB },
  ]);
  const before = await home();
  const { moved } = await named('location', locationA1);
  expect(await statusOf(changePlace, { ...moved, parentUUID: clientB }, token)).toBe(403);
  expect(await home()).toEqual(before);
});

test('only administrators of everything add or remove clients, and a manager of a client can move its wards', async () => {
  const added = { level: 'client', uuid: unknownUuid, parentUUID: null, displayName: 'New' };
  const manager = managerOf({ kind: 'client', uuid: clientA });
  expect(await statusOf(addPlace, added, manager)).toBe(403);
  expect(await statusOf(addPlace, added, administrator())).toBe(200);
  expect(await statusOf(removePlace, (await named('client', unknownUuid)).removed, administrator())).toBe(200);
  const { moved } = await named('ward', wardA1y);
  expect(await statusOf(changePlace, { ...moved, parentUUID: locationA2 }, manager)).toBe(200);
});
