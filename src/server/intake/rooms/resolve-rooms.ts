/**
 * Resolves the names that installers give rooms: an alias, or `location/room` where each part is an alias or a uuid.
 * Only rooms in the scope of the device key exist. A room of another tenant is `unknown`, like one that does not exist.
 */
import type { ExpressionBuilder } from 'kysely';
import { isStorableText } from '../../../domain/storable-text.ts';
import type { Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { visibleWard } from '../../rights/visible.ts';

/** `ambiguous`: several rooms in the scope have that alias. The form `location/room` tells them apart. */
export type ResolvedRoom = { readonly uuid: string } | 'unknown' | 'ambiguous';

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function isUuid(name: string): boolean {
  return uuidPattern.test(name);
}

/**
 * Resolves at most a few thousand names; the answer has an entry for each of them. Aliases are case-sensitive.
 * A bare uuid is `unknown` here, because `ReceiveReports` checks it against the scope.
 */
export async function resolveRooms(
  database: Database,
  scope: Scope,
  names: readonly string[],
): Promise<ReadonlyMap<string, ResolvedRoom>> {
  const parsed = names.map((name) => ({ name, room: parseName(name) }));
  const aliases: string[] = [];
  const locations: string[] = [];
  const rooms: string[] = [];
  for (const { room: { location, room } = {} } of parsed) {
    if (room === undefined) continue;
    if (location === undefined) aliases.push(room);
    else {
      locations.push(location);
      rooms.push(room);
    }
  }
  const found = new Map([
    ...(await findByAlias(database, scope, aliases)),
    ...(await findByLocation(database, scope, locations, rooms)),
  ]);
  return new Map(parsed.map(({ name, room }) => [name, (room && found.get(room.key)) ?? 'unknown']));
}

/** Uuids become lower case, as they are stored. */
function parseName(name: string) {
  if (!isStorableText(name)) return undefined;
  const parts = name.split('/').map((part) => (isUuid(part) ? part.toLowerCase() : part));
  if (parts.length > 2 || parts.includes('')) return undefined;
  const [room = '', location] = parts.toReversed();
  return { key: parts.join('/'), location, room };
}

async function findByAlias({ query }: Database, scope: Scope, aliases: readonly string[]) {
  const found = new Map<string, ResolvedRoom>();
  if (aliases.length === 0) return found;
  const rows = await streamsWithLocation(query)
    .select(({ fn }) => ['stream.alias', fn.min('stream.uuid').as('uuid'), fn.max('stream.uuid').as('other')])
    .where('stream.alias', 'in', [...new Set(aliases)])
    .where(visibleWard([scope]))
    .groupBy('stream.alias')
    .execute();
  for (const { alias, uuid, other } of rows) {
    if (alias !== null) found.set(alias, uuid === other ? { uuid } : 'ambiguous');
  }
  return found;
}

/** Never ambiguous: a location's alias is unique, and a room's alias is unique within its location. */
async function findByLocation(
  { query }: Database,
  scope: Scope,
  locations: readonly string[],
  rooms: readonly string[],
) {
  const found = new Map<string, ResolvedRoom>();
  if (rooms.length === 0) return found;
  const rows = await streamsWithLocation(query)
    .select(['stream.uuid', 'stream.alias', 'location.uuid as locationUuid', 'location.alias as locationAlias'])
    .where(isNamed('location', locations))
    .where(isNamed('stream', rooms))
    .where(visibleWard([scope]))
    .execute();
  for (const { uuid, alias, locationUuid, locationAlias } of rows) {
    for (const location of [locationUuid, locationAlias]) {
      for (const room of [uuid, alias]) {
        if (location !== null && room !== null) found.set(`${location}/${room}`, { uuid });
      }
    }
  }
  return found;
}

type Joined = 'stream' | 'ward' | 'location';

export function streamsWithLocation(query: Database['query']) {
  return query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid');
}

function isNamed(table: 'stream' | 'location', names: readonly string[]) {
  const unique = [...new Set(names)];
  return (sql: ExpressionBuilder<Schema, Joined>) =>
    sql.or([sql(`${table}.uuid`, 'in', unique), sql(`${table}.alias`, 'in', unique)]);
}
