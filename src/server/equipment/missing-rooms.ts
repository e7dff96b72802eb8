import type { Database } from '../database/database.ts';
import { resolveRooms } from '../room-names/resolve-rooms.ts';
import type { ConnectionSettings } from './connection.ts';

/** Finds the rooms that connections name and that do not exist. Lists each name once. */
export async function findMissingRoomNames(
  database: Database,
  { location, rooms }: Pick<ConnectionSettings, 'location' | 'rooms'>,
): Promise<readonly string[]> {
  const names = [...new Set(rooms.map(({ room }) => room))];
  const found = await resolveRooms(
    database,
    { kind: 'everything' },
    names.map((room) => `${location}/${room}`),
  );
  return names.filter((room) => typeof found.get(`${location}/${room}`) !== 'object');
}
