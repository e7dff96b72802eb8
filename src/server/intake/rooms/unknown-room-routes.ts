/** The calls about the devices that nobody knows. */
import { isoTime } from '../../../domain/iso-time.ts';
import { unknownRoomEndpoints } from '../../../contract/manage/unknown-rooms.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { requireFound } from '../../http/require-found.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import type { Equipment } from '../equipment/equipment.ts';
import { listUnknownRooms } from './unknown-room-list.ts';

interface UnknownRoomOptions {
  readonly database: Database;
  readonly equipment: Pick<Equipment, 'findByName'>;
}

export function registerUnknownRoomRoutes(api: ApiServer, { database, equipment }: UnknownRoomOptions): void {
  serveEndpoint(api, unknownRoomEndpoints.listUnknownRooms, async ({ caller }) => ({
    items: (await listUnknownRooms(database, equipment, caller.managed)).map(({ firstAt, lastAt, ...row }) => ({
      ...row,
      firstAt: isoTime(firstAt),
      lastAt: isoTime(lastAt),
    })),
  }));

  serveEndpoint(api, unknownRoomEndpoints.dismissUnknownRoom, async ({ caller, body: { keyId, room } }) => {
    const rows = await listUnknownRooms(database, equipment, caller.managed);
    requireFound(rows.find((row) => row.keyId === keyId && row.room === room));
    await database.query.deleteFrom('unknown_room').where('key_id', '=', keyId).where('room', '=', room).execute();
    return null;
  });
}
