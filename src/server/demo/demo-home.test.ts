import { expect, test } from 'vitest';
import { Uuid } from '../../contract/uuid.ts';
import { userOfGroups } from '../../domain/user.ts';
import { demoAccounts, demoRightsFor } from './demo-accounts.ts';
import { readDemoHome } from './demo-home.ts';

const home = readDemoHome();
const { clients, locations, wards, rooms, nurseLocation, showcaseWard } = home;
const showcaseRooms = rooms.filter(({ wardUUID }) => wardUUID === showcaseWard.uuid);

/** The uuids of the clients that a demo user can see. */
function clientsOf(username: string): Set<string> {
  const groups = demoAccounts.find((account) => account.username === username)?.groups ?? [];
  return new Set(
    userOfGroups({ subject: username, displayName: null }, groups, demoRightsFor(home)).scopes.flatMap((scope) => {
      if (scope.kind === 'everything') return clients.map(({ uuid }) => uuid);
      return locations.flatMap(({ uuid, clientUUID }) => ([uuid, clientUUID].includes(scope.uuid) ? clientUUID : []));
    }),
  );
}

test('every node of the demo home has a unique version 8 uuid', () => {
  const uuids = [...clients, ...locations, ...wards, ...rooms].map(({ uuid }) => uuid);
  expect(new Set(uuids).size).toBe(uuids.length);
  for (const uuid of uuids) {
    expect(Uuid.safeParse(uuid).success).toBe(true);
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});

test('every location has a unique alias, and every room a unique alias within its location', () => {
  const locationOf = new Map(wards.map(({ uuid, locationUUID }) => [uuid, locationUUID]));
  const roomAliases = rooms.map(({ wardUUID, alias }) => `${locationOf.get(wardUUID)}/${alias}`);
  const locationAliases = locations.map(({ alias }) => alias);
  for (const aliases of [roomAliases, locationAliases]) expect(new Set(aliases).size).toBe(aliases.length);
  for (const { alias } of [...locations, ...rooms]) expect(alias).toMatch(/^[a-z\d-]+$/);
});

test('the ward of the screenshots has 12 to 16 rooms, one not monitored and one vacant', () => {
  expect(showcaseRooms.length >= 12 && showcaseRooms.length <= 16).toBe(true);
  expect(showcaseRooms.filter(({ status }) => status === 'INACTIVE')).toHaveLength(1);
  expect(showcaseRooms.filter(({ state }) => state === 'vacant')).toHaveLength(1);
  expect(showcaseWard.locationUUID).toBe(nurseLocation.uuid);
});

test('the demo nurse sees one location, the manager and the administrator see both clients', () => {
  expect(clientsOf('nurse')).toEqual(new Set([nurseLocation.clientUUID]));
  expect(clientsOf('manager').size).toBe(2);
  expect(clientsOf('admin').size).toBe(2);
  expect(demoRightsFor(home).filter(({ role }) => role === 'ward-nurse')).toEqual([
    { group: 'nurses-harbour-house', role: 'ward-nurse', scope: { kind: 'location', uuid: nurseLocation.uuid } },
  ]);
});
