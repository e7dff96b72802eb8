/** Shared code of the edits of places and rooms: reads them, and checks the rights of the user. */
import type { Kysely, Transaction } from 'kysely';
import { isPlaceCovered, type Place, type ScopeLevel, scopeLevels } from '../../../domain/user.ts';
import type { AuditSource } from '../../audit/record-audit.ts';
import type { Database } from '../../database/database.ts';
import { isInList } from '../../database/is-in-list.ts';
import type { Schema } from '../../database/schema.ts';
import type { ManagerCaller } from '../../http/api-server.ts';
import { requireFound } from '../../http/require-found.ts';
import { createNotManagedError, requireManaged } from '../../rights/manager.ts';
import { AppError } from '../../shared/app-error.ts';
import { versionConflict, objectVersionOf } from '../../shared/object-version.ts';
import { fieldProblem } from '../../shared/reason.ts';
import type { HomeReferences } from './home-impact.ts';

export type Manager = Pick<ManagerCaller, 'managed' | 'user'>;
type Query = Kysely<Schema>;

export interface HomeEdit {
  readonly database: Database;
  readonly caller: Manager;
  readonly source: AuditSource;
  /** Whether the edit stores nothing and only returns its effect. */
  readonly isDryRun: boolean;
  readonly references: HomeReferences;
  /** Called after the change, so that open boards are updated at once. */
  readonly onChanged: () => void;
}

/** Runs an edit in one transaction, with a lock against other edits. */
export async function editHome<T>(
  { database, isDryRun, onChanged }: HomeEdit,
  edit: (write: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const result = await database.withExclusiveLock(() => database.query.transaction().execute(edit));
  if (isDryRun) return result;
  database.hierarchyChanged();
  onChanged();
  return result;
}

/** The columns of the ward of a room, and of the places above the ward. */
const wardColumns = [
  'ward.uuid as wardUUID',
  'ward.display_name as wardName',
  'location.uuid as locationUUID',
  'location.display_name as locationName',
  'location.alias as locationAlias',
  'client.uuid as clientUUID',
  'client.display_name as clientName',
] as const;

/** A room with its ward and the places above the ward. */
export type RoomRow = Awaited<ReturnType<ReturnType<typeof selectRooms>['execute']>>[number];

export function selectRooms(query: Query) {
  return query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .innerJoin('client', 'client.uuid', 'location.client_uuid')
    .select(['stream.uuid', 'stream.display_name as displayName', 'stream.alias', 'stream.type', 'stream.status'])
    .select(['stream.own_rules as rules', 'stream.has_reports as hasReports', 'stream.open_alerts as openAlerts'])
    .select(wardColumns);
}

/** Returns the ward in the form in which its rooms contain it. Throws AppError `not-found` or `forbidden`. */
export async function requireWard(query: Query, caller: Manager, uuid: string) {
  await requireManaged(query, caller, 'ward', uuid);
  return query
    .selectFrom('ward')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .innerJoin('client', 'client.uuid', 'location.client_uuid')
    .where('ward.uuid', '=', uuid.toLowerCase())
    .select(wardColumns)
    .executeTakeFirstOrThrow();
}

/** Returns the version of a room. It does not depend on rules, because rules have pages of their own. */
export function versionOfRoom({
  displayName,
  alias,
  type,
  status,
  wardUUID,
}: Pick<RoomRow, 'displayName' | 'alias' | 'type' | 'status' | 'wardUUID'>): string {
  return objectVersionOf({ displayName, alias, type, status, wardUUID });
}

/** Throws AppError `not-found` for a room that the caller may not see, `forbidden` for one that the caller may only see. */
export async function requireRooms(
  query: Query,
  { database: { kind }, caller }: Pick<HomeEdit, 'database' | 'caller'>,
  uuids: readonly string[],
): Promise<readonly RoomRow[]> {
  const rows = await selectRooms(query)
    .where(isInList(kind, 'stream.uuid', uuids))
    .execute();
  const seen = rows.filter((room) => isPlaceCovered(caller.user.scopes, room));
  requireFound(seen.length < new Set(uuids).size ? undefined : seen);
  if (!seen.every((room) => isPlaceCovered(caller.managed, room))) throw createNotManagedError();
  return rows;
}

export function createRoomConflict(room: RoomRow): Error {
  const { uuid, displayName, alias } = room;
  return versionConflict({ level: 'stream', uuid, displayName, alias, version: versionOfRoom(room) });
}

export const parentLevels = { client: undefined, location: 'client', ward: 'location' } as const;

/** A client, location or ward with the places above it. */
export interface PlaceRow {
  readonly level: ScopeLevel;
  readonly uuid: string;
  readonly displayName: string;
  readonly alias: string | null;
  readonly parentUUID: string | null;
  readonly clientUUID: string;
  readonly clientName: string;
  readonly place: Place;
  /** The names from the client down to the place. */
  readonly path: readonly string[];
}

/**
 * Finds a place. Throws AppError `not-found` if the caller may not see it, `forbidden` if the caller may only see it.
 */
export async function requirePlace(query: Query, caller: Manager, level: ScopeLevel, uuid: string): Promise<PlaceRow> {
  const place = await requireManaged(query, caller, level, uuid);
  const row = await query
    .selectFrom('client')
    .leftJoin('location', 'location.client_uuid', 'client.uuid')
    .leftJoin('ward', 'ward.location_uuid', 'location.uuid')
    .where(`${level}.uuid`, '=', uuid.toLowerCase())
    .select(['client.display_name as client', 'location.display_name as location', 'ward.display_name as ward'])
    .select('location.alias')
    .limit(1)
    .executeTakeFirstOrThrow();
  const levels = scopeLevels.slice(0, scopeLevels.indexOf(level) + 1);
  const path = levels.map((one) => row[one] ?? '');
  const { clientUUID, locationUUID = null } = place;
  return {
    level,
    uuid: uuid.toLowerCase(),
    displayName: path.at(-1) ?? '',
    alias: level === 'location' ? row.alias : null,
    parentUUID: { client: null, location: clientUUID, ward: locationUUID }[level],
    clientUUID,
    clientName: row.client,
    place,
    path,
  };
}

export function versionOfPlace({
  displayName,
  alias,
  parentUUID,
}: Pick<PlaceRow, 'displayName' | 'alias' | 'parentUUID'>): string {
  return objectVersionOf({ displayName, alias, parentUUID });
}

export function createPlaceConflict(place: PlaceRow): Error {
  const { level, uuid, displayName, alias } = place;
  return versionConflict({ level, uuid, displayName, alias, version: versionOfPlace(place) });
}

/**
 * Checks the right for the parent of a place, which adding, moving or removing the place needs: a right for the place
 * itself would move with it. Throws AppError `forbidden`.
 */
export function requireRightForParent({ managed }: Pick<Manager, 'managed'>, place: Place): void {
  if (!hasRightForParent(managed, place)) throw createNotManagedError();
}

export function hasRightForParent(managed: Manager['managed'], { clientUUID, locationUUID, wardUUID }: Place): boolean {
  if (locationUUID === undefined) return managed.some(({ kind }) => kind === 'everything');
  return isPlaceCovered(managed, wardUUID === undefined ? { clientUUID } : { clientUUID, locationUUID });
}

/**
 * Throws AppError `invalid-request` for a room whose history the staff of another client would see after a move. `field`:
 * the field of the call that names the new place.
 */
export function requireSameClient(
  moved: readonly { readonly before: RoomRow; readonly after: Pick<RoomRow, 'clientUUID'> }[],
  field: string,
): void {
  const kept = moved.find(({ before, after }) => before.hasReports === 1 && before.clientUUID !== after.clientUUID);
  if (kept === undefined) return;
  const problem = fieldProblem(field, 'room-keeps-client', { room: kept.before.displayName });
  throw new AppError('invalid-request', { errors: [problem] });
}
