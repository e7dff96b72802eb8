/**
 * Keeps aliases unique: those of locations in the whole database, those of rooms within their location. Upper and lower
 * case count as equal.
 */
import { type Kysely, sql } from 'kysely';
import { isPlaceCovered } from '../../../domain/user.ts';
import type { Schema } from '../../database/schema.ts';
import { isVisibleLocation } from '../../rights/visible.ts';
import { AppError } from '../../shared/app-error.ts';
import { fieldProblem } from '../../shared/reason.ts';
import { type Manager, selectRooms } from './home-edit.ts';

type Query = Kysely<Schema>;

/** Returns the aliases of the rooms in a location, in lower case. */
export async function readRoomAliases(query: Query, locationUUID: string): Promise<Set<string>> {
  const rows = await query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .where('ward.location_uuid', '=', locationUUID)
    .where('stream.alias', 'is not', null)
    .select('stream.alias')
    .execute();
  return new Set(rows.flatMap(({ alias }) => (alias === null ? [] : [alias.toLowerCase()])));
}

/**
 * Throws AppError `invalid-request` when two rooms have the same alias. Call it after rooms of the location were added,
 * renamed or moved. `changed`: their uuids. The other room is named only to callers who may see it.
 */
export async function requireUniqueRoomAliases(
  write: Query,
  caller: Manager,
  locationUUID: string,
  changed: ReadonlySet<string>,
): Promise<void> {
  const rooms = await selectRooms(write)
    .where('location.uuid', '=', locationUUID)
    .where('stream.alias', 'is not', null)
    .execute();
  for (const [alias, [first, second]] of Map.groupBy(rooms, (room) => room.alias?.toLowerCase() ?? '')) {
    if (first === undefined || second === undefined) continue;
    const other = changed.has(first.uuid) ? second : first;
    throw aliasUsed(alias, 'stream', isPlaceCovered(caller.user.scopes, other) ? other.displayName : undefined);
  }
}

/** Throws AppError `invalid-request` when another location has the alias. */
export async function requireFreeLocationAlias(
  query: Query,
  caller: Manager,
  alias: string,
  locationUUID: string,
): Promise<void> {
  const others = query
    .selectFrom('location')
    .where(sql`lower(alias)`, '=', alias.toLowerCase())
    .where('uuid', '!=', locationUUID);
  if ((await others.select('uuid').executeTakeFirst()) === undefined) return;
  const seen = await others.where(isVisibleLocation(caller.user.scopes)).select('display_name').executeTakeFirst();
  throw aliasUsed(alias, 'location', seen?.display_name);
}

function aliasUsed(alias: string, level: 'location' | 'stream', name: string | undefined): AppError {
  const problem =
    name === undefined
      ? fieldProblem('alias', 'alias-used-elsewhere', { alias, level })
      : fieldProblem('alias', 'alias-used', { alias, level, name });
  return new AppError('invalid-request', { errors: [problem] });
}
