/**
 * Rooms as installers name them: by uuid, by alias, or by `location/room`, each of the two by alias or
 * uuid. Only what a key's scope holds is there; a room of another tenant is unknown like one that is not.
 */
import type { ExpressionBuilder } from 'kysely';
import { isStorableText } from '../../../domain/storable-text.ts';
import type { Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { visibleWard } from '../../rights/visible.ts';

/** `ambiguous`: several rooms of the scope bear that alias; with its location before it, it is one. */
export type ResolvedRoom = { readonly uuid: string } | 'unknown' | 'ambiguous';

interface RoomName {
  /** Alias or uuid; undefined: not said. */
  readonly location: string | undefined;
  readonly room: string;
}

const uuidForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function isUuid(name: string): boolean {
  return uuidForm.test(name);
}

/** Every name is a key of the answer. At most a few thousand in one call; letter case counts in aliases alone. */
export async function resolveRooms(
  database: Database,
  scope: Scope,
  names: readonly string[],
): Promise<ReadonlyMap<string, ResolvedRoom>> {
  const found = new Map<string, ResolvedRoom>();
  const plain: RoomName[] = [];
  const placed: RoomName[] = [];
  for (const name of names) {
    const parsed = parseName(name);
    if (parsed !== undefined) (parsed.location === undefined ? plain : placed).push(parsed);
  }
  const [ofPlain, ofPlaced] = await Promise.all([
    findPlain(database, scope, plain),
    findPlaced(database, scope, placed),
  ]);
  for (const name of names) {
    const parsed = parseName(name);
    const rooms = parsed?.location === undefined ? ofPlain : ofPlaced;
    found.set(name, (parsed && rooms.get(keyOf(parsed))) ?? 'unknown');
  }
  return found;
}

function parseName(name: string): RoomName | undefined {
  if (!isStorableText(name)) return undefined;
  const [first = '', second, ...more] = name.split('/').map((part) => (isUuid(part) ? part.toLowerCase() : part));
  if (first === '' || second === '' || more.length > 0) return undefined;
  return second === undefined ? { location: undefined, room: first } : { location: first, room: second };
}

/** No alias has a slash. */
function keyOf({ location, room }: RoomName): string {
  return location === undefined ? room : `${location}/${room}`;
}

async function findPlain({ query }: Database, scope: Scope, names: readonly RoomName[]) {
  const [uuids, aliases] = sortNames(names.map(({ room }) => room));
  const found = new Map<string, ResolvedRoom>();
  if (uuids.length > 0) {
    const rows = await joined(query)
      .select('stream.uuid')
      .where('stream.uuid', 'in', uuids)
      .where(visibleWard([scope]))
      .execute();
    for (const { uuid } of rows) found.set(uuid, { uuid });
  }
  if (aliases.length > 0) {
    const rows = await joined(query)
      .select(({ fn }) => ['stream.alias', fn.min('stream.uuid').as('uuid'), fn.max('stream.uuid').as('other')])
      .where('stream.alias', 'in', aliases)
      .where(visibleWard([scope]))
      .groupBy('stream.alias')
      .execute();
    for (const { alias, uuid, other } of rows) {
      if (alias !== null) found.set(alias, uuid === other ? { uuid } : 'ambiguous');
    }
  }
  return found;
}

/** A location's alias is unique, and a room's within its location, so there is one or none. */
async function findPlaced({ query }: Database, scope: Scope, names: readonly RoomName[]) {
  const found = new Map<string, ResolvedRoom>();
  if (names.length === 0) return found;
  const [locationUuids, locationAliases] = sortNames(names.map(({ location }) => location ?? ''));
  const [uuids, aliases] = sortNames(names.map(({ room }) => room));
  const rows = await joined(query)
    .select(['stream.uuid', 'stream.alias', 'location.uuid as locationUuid', 'location.alias as locationAlias'])
    .where(isOneOf('location', locationUuids, locationAliases))
    .where(isOneOf('stream', uuids, aliases))
    .where(visibleWard([scope]))
    .execute();
  for (const { uuid, alias, locationUuid, locationAlias } of rows) {
    for (const location of [locationUuid, locationAlias]) {
      for (const room of [uuid, alias]) {
        if (location !== null && room !== null) found.set(keyOf({ location, room }), { uuid });
      }
    }
  }
  return found;
}

export interface KnownRoom {
  /** What to write to mean this room and no other: `location/room` where there is an alias, or the uuid. */
  readonly room: string;
  readonly uuid: string;
  readonly displayName: string;
}

/** What a scope holds, for whoever named a room that it does not: the first ones, and how many there are in all. */
export async function listKnownRooms(
  { query }: Database,
  scope: Scope,
  limit: number,
): Promise<{ readonly rooms: readonly KnownRoom[]; readonly total: number }> {
  const rows = await joined(query)
    .select(['stream.uuid', 'stream.alias', 'stream.display_name'])
    .select(['location.uuid as locationUuid', 'location.alias as locationAlias'])
    .where(visibleWard([scope]))
    .orderBy('location.display_name')
    .orderBy('stream.display_name')
    .orderBy('stream.uuid')
    .limit(limit)
    .execute();
  const { total } = await joined(query)
    .select(({ fn }) => fn.countAll().as('total'))
    .where(visibleWard([scope]))
    .executeTakeFirstOrThrow();
  const rooms = rows.map(({ uuid, alias, display_name, locationUuid, locationAlias }) => ({
    room: alias === null ? uuid : keyOf({ location: locationAlias ?? locationUuid, room: alias }),
    uuid,
    displayName: display_name,
  }));
  return { rooms, total: Number(total) };
}

type Joined = 'stream' | 'ward' | 'location';

function joined(query: Database['query']) {
  return query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid');
}

function isOneOf(table: 'stream' | 'location', uuids: readonly string[], aliases: readonly string[]) {
  return (sql: ExpressionBuilder<Schema, Joined>) =>
    sql.or([
      ...(uuids.length > 0 ? [sql(`${table}.uuid`, 'in', uuids)] : []),
      ...(aliases.length > 0 ? [sql(`${table}.alias`, 'in', aliases)] : []),
    ]);
}

/** Uuids, and the others; each once. */
function sortNames(names: readonly string[]): readonly [string[], string[]] {
  const all = [...new Set(names)];
  return [all.filter(isUuid), all.filter((name) => !isUuid(name))];
}
