import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSmallHome } from '../../../tests/support/database/test-database.ts';
import { everything, small, unknownUuid } from '../../../tests/support/homes/small-home.ts';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { listKnownRooms } from './known-rooms.ts';
import { resolveRooms } from './resolve-rooms.ts';

let database: Database;
beforeEach(async () => {
  database = await openSmallHome();
  const alias = (table: 'location' | 'stream', uuid: string, name: string) =>
    database.query.updateTable(table).set({ alias: name }).where('uuid', '=', uuid).execute();
  await alias('location', small.locationA1, 'harbour');
  await alias('location', small.locationB1, 'beech');
  await alias('stream', small.streamA1x1, 'room-1');
  await alias('stream', small.streamA1x2, 'room-2');
  await alias('stream', small.streamA2x1, 'room-5');
  await alias('stream', small.streamB1x1, 'room-1');
});
afterEach(() => database.close());

const clientA: Scope = { kind: 'client', uuid: small.clientA };

describe('names of a room that exists', () => {
  test.each([
    ['its alias', 'room-2', small.streamA1x2],
    ['the aliases of location and room', 'harbour/room-1', small.streamA1x1],
    ['the uuid of its location and its alias', `${small.locationA2.toUpperCase()}/room-5`, small.streamA2x1],
    ['the alias of its location and its uuid', `beech/${small.streamB1x1.toUpperCase()}`, small.streamB1x1],
    ['the uuids of location and room', `${small.locationA1}/${small.streamA1y1}`, small.streamA1y1],
  ])('a room is found by %s', async (_, name, uuid) => {
    expect(await resolveRooms(database, everything, [name])).toEqual(new Map([[name, { uuid }]]));
  });
});

test('an alias of several rooms is ambiguous unless the location or the scope leaves one room', async () => {
  expect(await resolveRooms(database, everything, ['room-1', 'beech/room-1'])).toEqual(
    new Map<string, unknown>([
      ['room-1', 'ambiguous'],
      ['beech/room-1', { uuid: small.streamB1x1 }],
    ]),
  );
  expect((await resolveRooms(database, clientA, ['room-1'])).get('room-1')).toEqual({ uuid: small.streamA1x1 });
});

describe('names that no room has', () => {
  test.each([
    ['it is a uuid without a location', small.streamA1y1],
    ['the location does not have that room', 'beech/room-2'],
    ['the room is in another location', `${small.locationA2}/${small.streamA1x1}`],
    ['the alias has another letter case', 'Room-2'],
    ['it is empty', ''],
    ['its location is empty', '/room-2'],
    ['its room is empty', 'harbour/'],
    ['it has three parts', 'harbour/room-2/status'],
    ['it is an SQL pattern', 'room-%'],
    ['it contains a NUL character', 'room-2\0'],
    ['it ends in half a surrogate pair', 'room-\ud800'],
    ['it is an SQL injection', "room-2' or '1'='1"],
    ['its location has no alias and is called null', 'null/room-5'],
  ])('the name of a room is unknown if %s', async (_, name) => {
    const names = [name, `${small.locationA2}/room-5`];
    expect((await resolveRooms(database, everything, names)).get(name)).toBe('unknown');
  });
});

describe('names of a room of another tenant', () => {
  const scopes: readonly Scope[] = [
    clientA,
    { kind: 'location', uuid: small.locationA1 },
    { kind: 'ward', uuid: small.wardA1x },
  ];
  test.each(scopes)(
    'a room of another tenant is unknown to a device key with the scope of a $kind, however it is named',
    async (scope) => {
      const foreign = [`beech/${small.streamB1x1}`, 'beech/room-1', `${small.locationB1}/room-1`, unknownUuid];
      const rooms = await resolveRooms(database, scope, [...foreign, 'room-2']);
      for (const name of foreign) expect(rooms.get(name), name).toBe('unknown');
      expect(rooms.get('room-2')).toEqual({ uuid: small.streamA1x2 });
      const { rooms: known } = await listKnownRooms(database, scope, 20);
      expect(known.map(({ uuid }) => uuid)).not.toContain(small.streamB1x1);
    },
  );
});

test('the list of known rooms has the first rooms of the scope with unambiguous names, and the total', async () => {
  expect(await listKnownRooms(database, clientA, 2)).toEqual({
    rooms: [
      { room: 'harbour/room-1', uuid: small.streamA1x1, displayName: 'Room 1' },
      { room: 'harbour/room-2', uuid: small.streamA1x2, displayName: 'Room 2' },
    ],
    total: 5,
  });
  const { rooms } = await listKnownRooms(database, everything, 20);
  const aliases = ['beech/room-1', 'harbour/room-1', 'harbour/room-2'];
  const withUuids = [small.streamA1x3, small.streamA1y1, `${small.locationA2}/room-5`];
  expect(rooms.map(({ room }) => room)).toEqual([...aliases, ...withUuids]);
});
