/** Warns at start about rooms of the equipment file that do not exist, so that a typing error is noticed. */
import type { Database } from '../../database/database.ts';
import type { WarnLog } from '../../shared/throttled-log.ts';
import { resolveRooms } from '../rooms/resolve-rooms.ts';
import type { ConnectionSettings } from './connection.ts';

/** The server starts nevertheless, because the rooms may be imported later. */
export async function warnAboutMissingRooms(
  database: Database,
  connections: readonly ConnectionSettings[],
  log: WarnLog,
): Promise<void> {
  for (const { name, location, rooms } of connections) {
    const names = rooms.map(({ room }) => `${location}/${room}`);
    const found = await resolveRooms(database, { kind: 'everything' }, names);
    const missing = names.filter((room) => typeof found.get(room) !== 'object');
    if (missing.length === 0) continue;
    log.warn(
      { connection: name, rooms: missing },
      'the equipment file names rooms that do not exist: messages of their devices are refused',
    );
  }
}
