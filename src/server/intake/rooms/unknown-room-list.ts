/** Lists the rooms that devices name and that still do not exist, and the devices that are still assigned to no room. */
import * as z from 'zod/mini';
import { isCovered, type Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import { findScopePlaces } from '../../rights/scope-places.ts';
import type { Equipment } from '../equipment/equipment.ts';
import type { RoomNames } from '../equipment/preset-format/values.ts';
import { existingStreams, findLocations } from './named-places.ts';
import { isUuid, resolveRooms } from './resolve-rooms.ts';

/** An alias as rooms can have it (hierarchy/home-file). */
const aliasPattern = /^[a-z0-9]([a-z0-9._-]{0,62}[a-z0-9])?$/i;

const Uses = z.array(z.record(z.string(), z.string()));

export interface WantedRoom {
  readonly uuid: string | null;
  readonly alias: string | null;
  readonly locationUUID: string | null;
}

/** The newest first. Only those of keys whose whole scope is managed. Times in epoch milliseconds. */
export async function listUnknownRooms(
  database: Database,
  equipment: Pick<Equipment, 'findByName'>,
  managed: readonly Scope[],
) {
  const rows = await readRows(database);
  const placeOf = await findScopePlaces(
    database.query,
    rows.map(({ scope }) => scope),
  );
  const managesEverything = managed.some(({ kind }) => kind === 'everything');
  const seen = rows.filter(({ scope }) => managesEverything || isCovered(managed, placeOf(scope)?.place));
  const byScope = Map.groupBy(seen, ({ scope }) => JSON.stringify(scope));
  const missing = new Map<(typeof seen)[number], WantedRoom | null>();
  for (const [first, ...others] of byScope.values()) {
    if (first === undefined) continue;
    const rowsOfScope = [first, ...others];
    const ofRooms = rowsOfScope.filter(({ device }) => device === null);
    await findMissing(database, first.scope, ofRooms, missing);
    await findUnassigned(database, first.scope, rowsOfScope, { equipment, missing });
  }
  return seen.flatMap((row) => {
    const wanted = missing.get(row);
    return wanted === undefined ? [] : [{ ...row, wanted }];
  });
}

async function readRows({ query }: Database) {
  const rows = await query
    .selectFrom('unknown_room')
    .leftJoin('device_key', 'device_key.id', 'unknown_room.key_id')
    .select(['key_id as keyId', 'key_name as keyName', 'room', 'channel', 'unknown_room.status', 'count'])
    .select(['first_at as firstAt', 'last_at as lastAt', 'scope_kind', 'scope_uuid'])
    .select(['connection', 'uses', 'message'])
    // An external broker has no key here. Its messages may concern every room.
    .where(({ eb, or }) => or([eb('device_key.id', 'is', null), eb('device_key.revoked_at', 'is', null)]))
    .orderBy('last_at', 'desc')
    .orderBy('room')
    .execute();
  return rows.map(({ scope_kind: kind, scope_uuid: uuid, uses, message, ...row }) => {
    const scope: Scope =
      kind === null || kind === 'everything' || uuid === null ? { kind: 'everything' } : { kind, uuid };
    const device = uses === null ? null : { uses: Uses.parse(JSON.parse(uses)), message: message ?? '' };
    return { ...row, scope, device };
  });
}

interface DeviceRow {
  readonly connection: string | null;
  readonly device: { readonly uses: readonly RoomNames[] } | null;
}

/** Adds the devices that no room of their connection names to `missing`, with the alias and location of a new room. */
async function findUnassigned<Row extends DeviceRow>(
  database: Database,
  scope: Scope,
  rows: readonly Row[],
  found: { readonly equipment: Pick<Equipment, 'findByName'>; readonly missing: Map<Row, WantedRoom | null> },
): Promise<void> {
  const unassigned = rows.flatMap((row) => {
    const connection = found.equipment.findByName(row.connection ?? '');
    if (row.device === null || connection === undefined) return [];
    return row.device.uses.some(connection.hasDevice) ? [] : [{ row, uses: row.device.uses, connection }];
  });
  const locationOf = await findLocations(
    database,
    scope,
    unassigned.map(({ connection }) => connection.location),
  );
  for (const { row, uses, connection } of unassigned) {
    const locationUUID = locationOf(connection.location);
    const [name = '', ...others] = new Set(uses.flatMap((names) => Object.values(names)));
    const alias = others.length === 0 && aliasPattern.test(name) ? name : null;
    found.missing.set(row, locationUUID === undefined ? null : { uuid: null, alias, locationUUID });
  }
}

/** Adds the rows of one scope whose room does not exist to `missing`, with what a room would need. */
async function findMissing<Row extends { readonly room: string }>(
  database: Database,
  scope: Scope,
  rows: readonly Row[],
  missing: Map<Row, WantedRoom | null>,
): Promise<void> {
  const names = rows.map(({ room }) => room);
  const resolved = await resolveRooms(database, scope, names);
  const uuids = await existingStreams(database, scope, names.filter(isUuid));
  const locations = names.flatMap((name) => (name.includes('/') ? [name.split('/')[0] ?? ''] : []));
  const locationOf = await findLocations(database, scope, locations);
  for (const row of rows) {
    const exists = resolved.get(row.room) !== 'unknown' || uuids.has(row.room.toLowerCase());
    if (!exists) missing.set(row, wantedOf(row.room, locationOf));
  }
}

function wantedOf(name: string, locationOf: (part: string) => string | undefined): WantedRoom | null {
  const parts = name.split('/');
  const [room = '', location] = parts.toReversed();
  const locationUUID = location === undefined ? null : locationOf(location);
  if (parts.length > 2 || locationUUID === undefined) return null;
  if (isUuid(room)) return { uuid: room.toLowerCase(), alias: null, locationUUID };
  return aliasPattern.test(room) ? { uuid: null, alias: room, locationUUID } : null;
}
