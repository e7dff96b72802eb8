import { describe, expect, it } from 'vitest';
import { Uuid } from '../../contract/entities.ts';
import { userOfGroups } from '../../domain/user.ts';
import { sortByDisplayName } from '../../domain/hierarchy.ts';
import { demoAccounts, demoRights } from './demo-accounts.ts';
import { demoHome, showcaseWard, nurseLocation } from './demo-home.ts';

const { clients, locations, wards, rooms } = demoHome;
const living = rooms.filter(({ wardUUID }) => wardUUID === showcaseWard.uuid);

/** The clients that a person may see something of. */
function clientsOf(username: string): Set<string> {
  const groups = demoAccounts.find((account) => account.username === username)?.groups ?? [];
  return new Set(
    userOfGroups(username, groups, demoRights).scopes.flatMap((scope) => {
      if (scope.kind === 'everything') return clients.map(({ uuid }) => uuid);
      return locations.flatMap(({ uuid, clientUUID }) => ([uuid, clientUUID].includes(scope.uuid) ? clientUUID : []));
    }),
  );
}

describe('the demo home', () => {
  it('has two clients, several locations and wards, and about 60 rooms, some not monitored', () => {
    expect(clients).toHaveLength(2);
    expect(locations.length).toBeGreaterThanOrEqual(4);
    expect(wards.length).toBeGreaterThanOrEqual(8);
    expect(rooms.length).toBeGreaterThanOrEqual(55);
    expect(rooms.length).toBeLessThanOrEqual(65);
    expect(rooms.filter(({ status }) => status === 'INACTIVE').length).toBeGreaterThanOrEqual(3);
  });

  it('gives everything a valid uuid of its own, in lower case, beneath a parent that exists', () => {
    const uuids = [...clients, ...locations, ...wards, ...rooms].map(({ uuid }) => uuid);
    expect(new Set(uuids).size).toBe(uuids.length);
    for (const uuid of uuids) {
      expect(Uuid.safeParse(uuid).success).toBe(true);
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
    for (const { clientUUID } of locations) expect(clients.map(({ uuid }) => uuid)).toContain(clientUUID);
    for (const { locationUUID } of wards) expect(locations.map(({ uuid }) => uuid)).toContain(locationUUID);
    for (const { wardUUID } of rooms) expect(wards.map(({ uuid }) => uuid)).toContain(wardUUID);
  });

  it('has names whose order depends on the language, and on numbers by value', () => {
    const names = (language: string) => sortByDisplayName(rooms, language).map(({ displayName }) => displayName);
    expect(names('da')).not.toEqual(names('de'));
    const order = sortByDisplayName(living, 'en').map(({ displayName }) => displayName);
    expect(order.indexOf('Room 2 Åse')).toBeLessThan(order.indexOf('Room 10 Gösta'));
    expect(rooms.map(({ displayName }) => displayName).join('')).toMatch(/(?=.*Ä)(?=.*Ö)(?=.*Å)(?=.*Ø)(?=.*Æ)(?=.*É)/u);
  });

  it('has a ward for the picture: 12 to 16 rooms, one not monitored, one that never notified', () => {
    expect(living.length).toBeGreaterThanOrEqual(12);
    expect(living.length).toBeLessThanOrEqual(16);
    expect(living.filter(({ status }) => status === 'INACTIVE')).toHaveLength(1);
    expect(living.filter(({ present }) => present === 'vacant')).toHaveLength(1);
    expect(showcaseWard.locationUUID).toBe(nurseLocation.uuid);
  });

  it('lets the nurse see one location of one client, manager and administrator both clients', () => {
    expect(clientsOf('nurse')).toEqual(new Set([nurseLocation.clientUUID]));
    expect(clientsOf('manager').size).toBe(2);
    expect(clientsOf('admin').size).toBe(2);
    expect(demoRights.filter(({ role }) => role === 'ward-nurse')).toEqual([
      { group: 'nurses-harbour-house', role: 'ward-nurse', scope: { kind: 'location', uuid: nurseLocation.uuid } },
    ]);
  });
});
