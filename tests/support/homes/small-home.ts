/** A small home with two clients, so that a test can check that users of one client do not see the other. */
import type { Updateable } from 'kysely';
import type { Scope } from '../../../src/domain/user.ts';
import type { Database } from '../../../src/server/database/database.ts';
import type { Schema } from '../../../src/server/database/schema.ts';

const uuid = (kind: number, number: number) =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A uuid that no client, location, ward or stream has. */
export const unknownUuid = '99999999-0000-4000-8000-000000000000';

/** The uuids of the small home. Client A has two locations, the first of them with two wards. Client B has one location with one ward. */
export const small = {
  clientA: uuid(1, 1),
  clientB: uuid(1, 2),
  locationA1: uuid(2, 1),
  locationA2: uuid(2, 2),
  locationB1: uuid(2, 3),
  wardA1x: uuid(3, 1),
  wardA1y: uuid(3, 2),
  wardA2x: uuid(3, 3),
  wardB1x: uuid(3, 4),
  streamA1x1: uuid(4, 1),
  streamA1x2: uuid(4, 2),
  /** This stream is inactive. */
  streamA1x3: uuid(4, 3),
  streamA1y1: uuid(4, 4),
  streamA2x1: uuid(4, 5),
  streamB1x1: uuid(4, 6),
} as const;

export const everything: Scope = { kind: 'everything' };

export async function seedSmallHome({ query }: Database): Promise<void> {
  await query
    .insertInto('client')
    .values([
      { uuid: small.clientA, display_name: 'Anker Care' },
      { uuid: small.clientB, display_name: 'Birch Care' },
    ])
    .execute();
  await query
    .insertInto('location')
    .values([
      { uuid: small.locationA1, client_uuid: small.clientA, display_name: 'Harbour House' },
      { uuid: small.locationA2, client_uuid: small.clientA, display_name: 'Hill House' },
      { uuid: small.locationB1, client_uuid: small.clientB, display_name: 'Beech House' },
    ])
    .execute();
  await query
    .insertInto('ward')
    .values([
      { uuid: small.wardA1x, location_uuid: small.locationA1, display_name: 'Ward X' },
      { uuid: small.wardA1y, location_uuid: small.locationA1, display_name: 'Ward Y' },
      { uuid: small.wardA2x, location_uuid: small.locationA2, display_name: 'Ward X' },
      { uuid: small.wardB1x, location_uuid: small.locationB1, display_name: 'Ward X' },
    ])
    .execute();
  const rooms = [
    [small.streamA1x1, small.wardA1x, 'Room 1', 'ACTIVE'],
    [small.streamA1x2, small.wardA1x, 'Room 2', 'ACTIVE'],
    [small.streamA1x3, small.wardA1x, 'Room 3', 'INACTIVE'],
    [small.streamA1y1, small.wardA1y, 'Room 4', 'ACTIVE'],
    [small.streamA2x1, small.wardA2x, 'Room 5', 'ACTIVE'],
    [small.streamB1x1, small.wardB1x, 'Room 6', 'ACTIVE'],
  ] as const;
  const streams = rooms.map(([stream, ward_uuid, display_name, status]) => {
    return { uuid: stream, ward_uuid, display_name, status, type: 'camera' as const, room_status: -1, revision: 0 };
  });
  await query.insertInto('stream').values(streams).execute();
}

export async function changeRoom(
  { query }: Database,
  room: string,
  change: Updateable<Schema['stream']>,
): Promise<void> {
  await query.updateTable('stream').set(change).where('uuid', '=', room).execute();
}

export const readRoom = ({ query }: Pick<Database, 'query'>, room: string) =>
  query.selectFrom('stream').selectAll().where('uuid', '=', room).executeTakeFirstOrThrow();

/** Names location A1 `harbour` and its first rooms `room-1` and `room-2`, location B1 `beech` and its room `room-6`. */
export async function nameRooms({ query }: Database): Promise<void> {
  const aliases = [
    ['location', small.locationA1, 'harbour'],
    ['location', small.locationB1, 'beech'],
    ['stream', small.streamA1x1, 'room-1'],
    ['stream', small.streamA1x2, 'room-2'],
    ['stream', small.streamB1x1, 'room-6'],
  ] as const;
  for (const [table, named, alias] of aliases)
    await query.updateTable(table).set({ alias }).where('uuid', '=', named).execute();
}
