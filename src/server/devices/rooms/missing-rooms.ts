/** Finds which rooms and devices of reports still have no room, and the location to which they belong. */
import * as z from 'zod/mini';
import type { Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import { isVisibleLocation, isVisibleWard } from '../../rights/visible.ts';
import type { Equipment } from '../../equipment/equipment.ts';
import type { DeviceNames } from '../../equipment/preset-format/values.ts';
import { isUuid, resolveRooms, selectStreamsWithLocation } from '../../room-names/resolve-rooms.ts';

/** The columns that `unknown_room` and `unknown_room_alert` have in common, with the scope of the key. */
interface NamedRoom {
  readonly room: string;
  readonly connection: string | null;
  /** JSON list of the names of a device that its connection assigns to no room. Null: the report itself names a room. */
  readonly uses: string | null;
  readonly scope: Scope;
}

export interface MissingRoom<Row> {
  readonly row: Row;
  /** The alias or uuid of the location that the device or its connection names. */
  readonly location: string | undefined;
  /** The uuid of that location. Undefined if it is unknown, or if the key may not report for it. */
  readonly locationUUID: string | undefined;
  /** Whether several rooms have the alias that the device names. */
  readonly isAmbiguous: boolean;
}

export interface UnknownRoomSource {
  readonly database: Database;
  readonly equipment: Pick<Equipment, 'findByName'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export async function findMissingRooms<Row extends NamedRoom>(
  source: UnknownRoomSource,
  rows: readonly Row[],
): Promise<readonly MissingRoom<Row>[]> {
  const byScope = Map.groupBy(rows, ({ scope }) => JSON.stringify(scope));
  const missing: MissingRoom<Row>[] = [];
  for (const [first, ...others] of byScope.values()) {
    if (first !== undefined) missing.push(...(await findInScope(source, first.scope, [first, ...others])));
  }
  return missing;
}

/** Creates a scope from its columns. `kind`: null for a message of an external broker, which may concern every room. */
export function scopeOfColumns(kind: Scope['kind'] | null, uuid: string | null): Scope {
  return kind === null || kind === 'everything' || uuid === null ? { kind: 'everything' } : { kind, uuid };
}

const Uses = z.array(z.record(z.string(), z.string()));

export function parseDeviceNames(json: string): readonly DeviceNames[] {
  return Uses.parse(JSON.parse(json));
}

async function findInScope<Row extends NamedRoom>(
  { database, equipment }: UnknownRoomSource,
  scope: Scope,
  rows: readonly Row[],
): Promise<readonly MissingRoom<Row>[]> {
  const names = rows.flatMap(({ uses, room }) => (uses === null ? [room] : []));
  const resolved = await resolveRooms(database, scope, names);
  const uuids = await existingStreams(database, scope, names.filter(isUuid));
  const missing = rows.flatMap((row) => {
    const { room, uses } = row;
    if (uses === null) {
      const exists = typeof resolved.get(room) !== 'string' || uuids.has(room.toLowerCase());
      const location = room.includes('/') ? room.split('/')[0] : undefined;
      return exists ? [] : [{ row, location, isAmbiguous: resolved.get(room) === 'ambiguous' }];
    }
    const connection = equipment.findByName(row.connection ?? '');
    if (connection !== undefined && parseDeviceNames(uses).some(connection.hasDevice)) return [];
    return [{ row, location: connection?.location, isAmbiguous: false }];
  });
  const locationOf = await findLocations(
    database,
    scope,
    missing.flatMap(({ location }) => location ?? []),
  );
  return missing.map((one) => ({ ...one, locationUUID: one.location && locationOf(one.location) }));
}

/** Returns, in lower case, the uuids of the list that belong to a stream in the scope. */
async function existingStreams({ query }: Database, scope: Scope, uuids: readonly string[]) {
  if (uuids.length === 0) return new Set<string>();
  const lowerCase = uuids.map((uuid) => uuid.toLowerCase());
  const rows = await selectStreamsWithLocation(query)
    .select('stream.uuid')
    .where('stream.uuid', 'in', lowerCase)
    .where(isVisibleWard([scope]))
    .execute();
  return new Set(rows.map(({ uuid }) => uuid));
}

/** Returns a function that finds a location in the scope by its name. `names`: aliases and uuids of locations. */
async function findLocations({ query }: Database, scope: Scope, names: readonly string[]) {
  const parts = [...new Set(names)];
  if (parts.length === 0) return () => undefined;
  const spelled = parts.map((part) => (isUuid(part) ? part.toLowerCase() : part));
  const rows = await query
    .selectFrom('location')
    .select(['uuid', 'alias'])
    .where(({ eb, or }) => or([eb('location.uuid', 'in', spelled), eb('location.alias', 'in', spelled)]))
    .where(isVisibleLocation([scope]))
    .execute();
  const found = new Map(rows.flatMap(({ uuid, alias }) => [[uuid, uuid] as const, [alias ?? uuid, uuid] as const]));
  return (part: string) => found.get(isUuid(part) ? part.toLowerCase() : part);
}
