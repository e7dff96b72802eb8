import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { everything, nowhere, seedSmallHome, small } from '../../../../tests/support/homes/small-home.ts';
import type { Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import { openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import { resolveRooms, listKnownRooms } from './resolve-rooms.ts';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
  await database.migrate();
  await seedSmallHome(database);
  const aliases = [
    ['location', small.locationA1, 'harbour'],
    ['location', small.locationB1, 'beech'],
    ['stream', small.streamA1x1, 'room-1'],
    ['stream', small.streamA1x2, 'room-2'],
    ['stream', small.streamA2x1, 'room-5'],
    ['stream', small.streamB1x1, 'room-1'],
  ] as const;
  for (const [table, uuid, alias] of aliases) {
    await database.query.updateTable(table).set({ alias }).where('uuid', '=', uuid).execute();
  }
});
afterEach(() => database.close());

const clientA: Scope = { kind: 'client', uuid: small.clientA };

describe('a room is found', () => {
  test.each([
    ['by its uuid', small.streamA1y1, small.streamA1y1],
    ['by its uuid in capitals', small.streamA1y1.toUpperCase(), small.streamA1y1],
    ['by its alias', 'room-2', small.streamA1x2],
    ['by the aliases of location and room', 'harbour/room-1', small.streamA1x1],
    ['by the uuid of its location and its alias', `${small.locationA2.toUpperCase()}/room-5`, small.streamA2x1],
    ['by the alias of its location and its uuid', `beech/${small.streamB1x1.toUpperCase()}`, small.streamB1x1],
    ['by two uuids', `${small.locationA1}/${small.streamA1y1}`, small.streamA1y1],
  ])('%s', async (_, name, uuid) => {
    expect(await resolveRooms(database, everything, [name])).toEqual(new Map([[name, { uuid }]]));
  });
});

test('an alias of several rooms is ambiguous, until a location or a scope leaves one of them', async () => {
  expect(await resolveRooms(database, everything, ['room-1', 'beech/room-1'])).toEqual(
    new Map<string, unknown>([
      ['room-1', 'ambiguous'],
      ['beech/room-1', { uuid: small.streamB1x1 }],
    ]),
  );
  expect((await resolveRooms(database, clientA, ['room-1'])).get('room-1')).toEqual({ uuid: small.streamA1x1 });
});

describe('a room is unknown', () => {
  test.each([
    ['that is not there', nowhere],
    ['of a location that does not have it', 'beech/room-2'],
    ['that has a location of another uuid', `${small.locationA2}/${small.streamA1x1}`],
    ['whose alias is written in another case', 'Room-2'],
    ['without a name', ''],
    ['without a location before its slash', '/room-2'],
    ['without a room after its slash', 'harbour/'],
    ['of three steps', 'harbour/room-2/status'],
    ['whose name is a pattern', 'room-%'],
    ['whose name has an end in it', 'room-2\0'],
    ['whose name ends in half a character', 'room-\ud800'],
    ['whose name would be SQL', "room-2' or '1'='1"],
  ])('%s', async (_, name) => {
    expect(await resolveRooms(database, everything, [name])).toEqual(new Map([[name, 'unknown']]));
  });
});

describe("another tenant's room is unknown, however it is named", () => {
  const scopes: readonly Scope[] = [
    clientA,
    { kind: 'location', uuid: small.locationA1 },
    { kind: 'ward', uuid: small.wardA1x },
  ];
  test.each(scopes)('for a key of a $kind', async (scope) => {
    const foreign = [small.streamB1x1, `beech/${small.streamB1x1}`, 'beech/room-1', `${small.locationB1}/room-1`];
    const rooms = await resolveRooms(database, scope, [...foreign, 'room-2']);
    for (const name of foreign) expect(rooms.get(name), name).toBe('unknown');
    expect(rooms.get('room-2')).toEqual({ uuid: small.streamA1x2 });
    const { rooms: known } = await listKnownRooms(database, scope, 20);
    expect(known.map(({ uuid }) => uuid)).not.toContain(small.streamB1x1);
  });
});

test('a thousand names are answered at once, each by itself', async () => {
  const names = Array.from({ length: 1_000 }, (_, index) => (index % 2 === 0 ? `room-${index}` : `harbour/r-${index}`));
  const rooms = await resolveRooms(database, everything, names);
  expect(rooms.size).toBe(1_000);
  expect([...rooms].filter(([, room]) => room !== 'unknown')).toEqual([['room-2', { uuid: small.streamA1x2 }]]);
});

test('the known rooms are the first of the scope, as they are to be written, and how many there are', async () => {
  expect(await listKnownRooms(database, clientA, 2)).toEqual({
    rooms: [
      { room: 'harbour/room-1', uuid: small.streamA1x1, displayName: 'Room 1' },
      { room: 'harbour/room-2', uuid: small.streamA1x2, displayName: 'Room 2' },
    ],
    total: 5,
  });
  const { rooms } = await listKnownRooms(database, everything, 20);
  expect(rooms.map(({ room }) => room)).toEqual([
    'beech/room-1',
    'harbour/room-1',
    'harbour/room-2',
    small.streamA1x3,
    small.streamA1y1,
    `${small.locationA2}/room-5`,
  ]);
  const found = await resolveRooms(
    database,
    everything,
    rooms.map(({ room }) => room),
  );
  for (const { room, uuid } of rooms) expect(found.get(room)).toEqual({ uuid });
});
