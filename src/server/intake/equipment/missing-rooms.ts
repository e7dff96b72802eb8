/** Which rooms of the equipment file are not there: a slip in a name is seen at the start, and not by a quiet card. */
import type { Database } from '../../database/database.ts';
import type { ConnectionSettings } from './connection.ts';
import { resolveRooms } from '../rooms/resolve-rooms.ts';

/** They may still be imported, so this stops nothing. */
export async function warnAboutMissingRooms(
  database: Database,
  connections: readonly ConnectionSettings[],
  log: { warn(details: object, message: string): void },
): Promise<void> {
  for (const { name, location, rooms } of connections) {
    const wanted = rooms.map(({ room }) => `${location}/${room}`);
    const found = await resolveRooms(database, { kind: 'everything' }, wanted);
    const missing = wanted.filter((room) => typeof found.get(room) !== 'object');
    if (missing.length === 0) continue;
    log.warn(
      { connection: name, rooms: missing },
      'the equipment file names rooms that are not there: what their devices say is refused',
    );
  }
}
