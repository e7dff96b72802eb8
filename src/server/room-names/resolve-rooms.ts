/**
 * Resolves the names that installers give rooms: an alias, or `location/room` where each part is an alias or a uuid.
 * Only rooms in the scope of the device key exist. A room of another tenant is `unknown`, like one that does not exist.
 */
import { isStorableText } from '../../domain/storable-text.ts';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { isVisibleWard } from '../rights/visible.ts';

/** `ambiguous`: several rooms in the scope have the alias, which the form `location/room` tells apart. */
export type ResolvedRoom = { readonly uuid: string } | 'unknown' | 'ambiguous';

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function isUuid(name: string): boolean {
  return uuidPattern.test(name);
}

/**
 * Resolves at most a few thousand names. The result has an entry for each of them. Aliases are case-sensitive. A bare
 * uuid is `unknown` here, because `ReceiveReports` checks uuids against the scope.
 */
export async function resolveRooms(
  database: Database,
  scope: Scope,
  names: readonly string[],
): Promise<ReadonlyMap<string, ResolvedRoom>> {
  const parsed = names.map((name) => ({ name, room: parseName(name) }));
  const found = await findRooms(
    database,
    scope,
    parsed.flatMap(({ room }) => room ?? []),
  );
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

/** Finds the rooms in the scope by every name that they have, including all rooms that share a bare alias. */
async function findRooms(
  { query }: Database,
  scope: Scope,
  names: readonly { readonly location: string | undefined; readonly room: string }[],
) {
  const found = new Map<string, ResolvedRoom>();
  if (names.length === 0) return found;
  const rooms = unique(names.map(({ room }) => room));
  const locations = unique(names.flatMap(({ location }) => location ?? []));
  const aliases = unique(names.flatMap(({ location, room }) => (location === undefined ? room : [])));
  const rows = await selectStreamsWithLocation(query)
    .select(['stream.uuid', 'stream.alias', 'location.uuid as locationUuid', 'location.alias as locationAlias'])
    .where(({ eb, or }) => or([eb('stream.uuid', 'in', rooms), eb('stream.alias', 'in', rooms)]))
    .where(({ eb, or }) =>
      or([
        ...(aliases.length > 0 ? [eb('stream.alias', 'in', aliases)] : []),
        ...(locations.length > 0 ? [eb('location.uuid', 'in', locations), eb('location.alias', 'in', locations)] : []),
      ]),
    )
    .where(isVisibleWard([scope]))
    .execute();
  for (const { uuid, alias, locationUuid, locationAlias } of rows) {
    if (alias !== null) found.set(alias, found.has(alias) ? 'ambiguous' : { uuid });
    // `location/room` is never ambiguous: a location's alias is unique, and a room's alias within its location.
    for (const location of [locationUuid, ...(locationAlias === null ? [] : [locationAlias])]) {
      for (const room of [uuid, ...(alias === null ? [] : [alias])]) found.set(`${location}/${room}`, { uuid });
    }
  }
  return found;
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

export function selectStreamsWithLocation(query: Database['query']) {
  return query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid');
}
