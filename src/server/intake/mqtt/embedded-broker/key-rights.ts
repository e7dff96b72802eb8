/** What a device key allows at the embedded broker. */
import type { Database } from '../../../database/database.ts';
import type { DeviceCaller } from '../../../http/api-server.ts';
import { isUuid, resolveRooms } from '../../rooms/resolve-rooms.ts';
import { locationOf, parseRoomTopic } from '../topics.ts';

/** A key may subscribe to the topics of a room in its scope, and below a location that its scope contains as a whole. */
export async function canSubscribe(database: Database, { scope }: DeviceCaller, filter: string): Promise<boolean> {
  const room = parseRoomTopic(filter);
  if (room !== undefined) {
    const name = `${room.location}/${room.room}`;
    return typeof (await resolveRooms(database, scope, [name])).get(name) === 'object';
  }
  const location = locationOf(filter);
  if (location === undefined || scope.kind === 'ward') return false;
  const found = await database.query
    .selectFrom('location')
    .select(['uuid', 'client_uuid'])
    .where(isUuid(location) ? 'uuid' : 'alias', '=', isUuid(location) ? location.toLowerCase() : location)
    .executeTakeFirst();
  if (found === undefined) return false;
  return scope.kind === 'everything' || scope.uuid === (scope.kind === 'client' ? found.client_uuid : found.uuid);
}

/** Returns the ids of the keys that were revoked or do not exist. */
export async function findRevokedKeys(database: Database, keyIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (keyIds.length === 0) return new Set();
  const rows = await database.query
    .selectFrom('device_key')
    .select('id')
    .where('id', 'in', [...new Set(keyIds)])
    .where('revoked_at', 'is', null)
    .execute();
  const valid = new Set(rows.map(({ id }) => id));
  return new Set(keyIds.filter((id) => !valid.has(id)));
}
