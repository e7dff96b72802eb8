import type { Database } from '../database/database.ts';
import { isInList } from '../database/is-in-list.ts';

/** The names of rooms by their uuid. A removed room has none. */
export async function readRoomNames(
  query: Database['query'],
  kind: Database['kind'],
  rooms: readonly { readonly streamUUID: string | null }[],
): Promise<ReadonlyMap<string, string>> {
  const uuids = [...new Set(rooms.flatMap(({ streamUUID }) => streamUUID ?? []))];
  if (uuids.length === 0) return new Map();
  const rows = await query
    .selectFrom('stream')
    .select(['uuid', 'display_name as displayName'])
    .where(isInList(kind, 'uuid', uuids))
    .execute();
  return new Map(rows.map(({ uuid, displayName }) => [uuid, displayName]));
}
