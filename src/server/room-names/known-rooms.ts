/** Lists the rooms that a device key may report for. The answer to an unknown room name contains this list. */
import { maxListedKnownRooms } from '../../contract/intake/reports.ts';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { isVisibleWard } from '../rights/visible.ts';
import { createTtlCache } from '../shared/cache/ttl-cache.ts';
import { selectStreamsWithLocation } from './resolve-rooms.ts';

type KnownRooms = Awaited<ReturnType<typeof listKnownRooms>>;

/**
 * How long the list is cached. The query sorts all rooms of a scope, and a misconfigured device would run it with every
 * report.
 */
const cacheMs = 2_000;

/** `elapsed` returns milliseconds of a monotonic clock. */
export function createKnownRoomCache(database: Database, elapsed: () => number) {
  const cache = createTtlCache<KnownRooms>({ ttlMs: cacheMs, now: elapsed });
  /** With `alias` the list has only the rooms with this alias. */
  return (scope: Scope, alias?: string) =>
    cache.get(JSON.stringify([scope, alias]), () => listKnownRooms(database, scope, maxListedKnownRooms, alias));
}

/**
 * Returns the first rooms of the scope by name, and the number of all its rooms; with `onlyAlias` counts only rooms
 * with this alias. `room` is an unambiguous name: `location/room` if the room has an alias, otherwise the uuid.
 */
export async function listKnownRooms({ query }: Database, scope: Scope, limit: number, onlyAlias?: string) {
  const inScope = selectStreamsWithLocation(query).where(isVisibleWard([scope]));
  const visible = onlyAlias === undefined ? inScope : inScope.where('stream.alias', '=', onlyAlias);
  const rows = await visible
    .select(['stream.uuid', 'stream.alias', 'stream.display_name'])
    .select(['location.uuid as locationUuid', 'location.alias as locationAlias'])
    .orderBy('location.display_name')
    .orderBy('stream.display_name')
    .orderBy('stream.uuid')
    .limit(limit)
    .execute();
  const { total } = await visible.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  const rooms = rows.map(({ uuid, alias, display_name, locationUuid, locationAlias }) => ({
    room: alias === null ? uuid : `${locationAlias ?? locationUuid}/${alias}`,
    uuid,
    displayName: display_name,
  }));
  return { rooms, total: Number(total) };
}
