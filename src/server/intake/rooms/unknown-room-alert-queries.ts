/** Reads the alerts of rooms that nobody knows, and where they are shown. */
import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import { isOver } from '../../../domain/alerts/unknown-room-alert.ts';
import { isoTime } from '../../../domain/iso-time.ts';
import type { Place, Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { findScopePlaces } from '../../rights/scope-places.ts';
import type { Equipment } from '../equipment/equipment.ts';
import { existingStreams, findLocations } from './named-places.ts';
import { isUuid, resolveRooms } from './resolve-rooms.ts';
import { alertOfRow } from './unknown-room-alerts.ts';

type Row = Selectable<Schema['unknown_room_alert']>;

interface OpenAlert {
  readonly row: Row;
  /** The part of the home that it may be about. Undefined: everything. */
  readonly place: Place | undefined;
}

export interface UnknownRoomAlertSource {
  readonly database: Database;
  readonly equipment: Pick<Equipment, 'findByName'>;
  readonly now: () => number;
}

/** The oldest first. Forgets those whose room exists by now, and those that were answered an hour ago. */
export async function readUnknownRoomAlerts(source: UnknownRoomAlertSource): Promise<readonly OpenAlert[]> {
  const { query } = source.database;
  const rows = await query.selectFrom('unknown_room_alert').selectAll().orderBy('raised_at').orderBy('uuid').execute();
  if (rows.length === 0) return [];
  const current = rows.filter((row) => !isOver(alertOfRow(row), source.now()));
  const byScope = Map.groupBy(current, (row) => JSON.stringify(scopeOf(row)));
  const open = (await Promise.all([...byScope.values()].map((ofScope) => findOpen(source, ofScope)))).flat();
  const isOpen = new Set(open.map(({ row }) => row.uuid));
  const over = rows.filter(({ uuid }) => !isOpen.has(uuid));
  if (over.length > 0) {
    const uuids = over.map(({ uuid }) => uuid);
    await query.deleteFrom('unknown_room_alert').where('uuid', 'in', uuids).execute();
  }
  return open.toSorted((one, other) => one.row.raised_at - other.row.raised_at);
}

/** For the system status: the room as the device sends it. */
export async function listUnknownRoomAlerts(source: UnknownRoomAlertSource) {
  const open = await readUnknownRoomAlerts(source);
  return open.map(({ row: { room, raised_at: raisedAt } }) => ({ room, since: isoTime(raisedAt) }));
}

function scopeOf({ scope_kind: kind, scope_uuid: uuid }: Row): Scope {
  return kind === 'everything' || uuid === null ? { kind: 'everything' } : { kind, uuid };
}

/** Those whose room still does not exist. `rows`: all of one scope, and at least one. */
async function findOpen(source: UnknownRoomAlertSource, rows: readonly Row[]): Promise<readonly OpenAlert[]> {
  const { database } = source;
  const [first] = rows;
  if (first === undefined) return [];
  const scope = scopeOf(first);
  const missing = await withoutRoom(source, scope, rows);
  const named = missing.map((row) => ({ row, location: locationPartOf(source, row) }));
  const locationOf = await findLocations(
    database,
    scope,
    named.flatMap(({ location }) => location ?? []),
  );
  const locations = named.flatMap(({ location }) => (location && locationOf(location)) ?? []);
  const scopes = [scope, ...locations.map((uuid) => ({ kind: 'location', uuid }) as const)];
  const placeOf = await findScopePlaces(database.query, scopes);
  const ofScope = placeOf(scope)?.place;
  // The place of the key was removed, so its alert is shown nowhere.
  if (scope.kind !== 'everything' && ofScope === undefined) return [];
  return named.map(({ row, location }) => {
    const uuid = location && locationOf(location);
    const ofLocation = uuid === undefined ? undefined : placeOf({ kind: 'location', uuid })?.place;
    return { row, place: ofLocation ?? ofScope };
  });
}

const Uses = z.array(z.record(z.string(), z.string()));

async function withoutRoom({ database, equipment }: UnknownRoomAlertSource, scope: Scope, rows: readonly Row[]) {
  const names = rows.flatMap(({ uses, room }) => (uses === null ? [room] : []));
  const resolved = await resolveRooms(database, scope, names);
  const uuids = await existingStreams(database, scope, names.filter(isUuid));
  return rows.filter(({ uses, room, connection }) => {
    if (uses === null) return typeof resolved.get(room) === 'string' && !uuids.has(room.toLowerCase());
    const found = equipment.findByName(connection ?? '');
    return found === undefined || !Uses.parse(JSON.parse(uses)).some(found.hasDevice);
  });
}

/** The location that the device or its connection names, as alias or uuid. */
function locationPartOf({ equipment }: UnknownRoomAlertSource, { room, uses, connection }: Row): string | undefined {
  if (uses !== null) return equipment.findByName(connection ?? '')?.location;
  return room.includes('/') ? room.split('/')[0] : undefined;
}
