import type { Database } from '../database/database.ts';
import { resolveRooms } from '../room-names/resolve-rooms.ts';

interface NamedRooms {
  readonly location: string;
  readonly rooms: readonly { readonly room: string }[];
}

/** Finds the rooms that a connection names and that do not exist. Lists each name once. */
export async function findMissingRoomNames(
  database: Database,
  { location, rooms }: NamedRooms,
): Promise<readonly string[]> {
  const names = [...new Set(rooms.map(({ room }) => room))];
  const found = await resolveRooms(
    database,
    { kind: 'everything' },
    names.map((room) => `${location}/${room}`),
  );
  return names.filter((room) => typeof found.get(`${location}/${room}`) !== 'object');
}
