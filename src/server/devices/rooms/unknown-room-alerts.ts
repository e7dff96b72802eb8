/** Reads the alerts of unknown rooms, and the calls with which boards show and answer them. */
import type { Selectable } from 'kysely';
import type * as z from 'zod/mini';
import { endpoints } from '../../../contract/endpoints.ts';
import type { UnknownRoomAlert } from '../../../contract/alerts/unknown-room-alerts.ts';
import { statusOfCode } from '../../../domain/room-status.ts';
import { toIsoTime } from '../../../domain/iso-time.ts';
import type { Place, Scope } from '../../../domain/user.ts';
import { actorOfUser } from '../../audit/audit-actors.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Database } from '../../database/database.ts';
import { isInList } from '../../database/is-in-list.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { requireFound } from '../../http/require-found.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { isVisibleWard } from '../../rights/visible.ts';
import { findScopePlaces } from '../../rights/scope-places.ts';
import { findMissingRooms, scopeOfColumns, type UnknownRoomSource } from './missing-rooms.ts';
import { toUnknownRoomAlert } from './store-unknown-rooms.ts';
import { isAlertOver } from '../../../domain/alerts/unknown-room-alert.ts';
import type { Schema } from '../../database/schema.ts';

interface OpenAlert {
  readonly row: Selectable<Schema['unknown_room_alert']>;
  /** The place whose boards show the alert. Undefined: all boards. */
  readonly place: Place | undefined;
}

export function registerUnknownRoomAlertRoutes(api: ApiServer, source: UnknownRoomSource): void {
  const { database, now } = source;

  serveEndpoint(api, endpoints.listUnknownRoomAlerts, async ({ query, caller }) => {
    const wardUUIDs = [...new Set(query.wardUUID.toLowerCase().split(','))];
    const locations = await readLocations(database, caller.user.scopes, wardUUIDs);
    requireFound(locations[0]);
    const alerts = await readUnknownRoomAlerts(source);
    return { items: alerts.filter((alert) => concernsLocations(alert, locations)).map(shownOf) };
  });

  serveEndpoint(api, endpoints.acknowledgeUnknownRoomAlert, async ({ params, caller, request }) => {
    const { user } = caller;
    const uuid = params.id.toLowerCase();
    const find = async () => (await readUnknownRoomAlerts(source)).find(({ row }) => row.uuid === uuid);
    const alert = requireFound(await find());
    requireFound(concernsLocations(alert, await readLocations(database, user.scopes)) || undefined);
    const { room, status, raised_at: raisedAt } = alert.row;
    await database.query.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('unknown_room_alert')
        .set({ answered_at: now(), answered_by: user.displayName })
        .where('uuid', '=', uuid)
        .where('raised_at', '=', raisedAt)
        .where('answered_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return;
      await recordAudit(transaction, {
        actor: actorOfUser(caller, request),
        at: now(),
        action: 'alert.acknowledge',
        object: { kind: 'room', id: null, name: room },
        clientUUID: alert.place?.clientUUID ?? null,
        after: { status: [statusOfCode(status).name] },
      });
    });
    return shownOf(requireFound(await find()));
  });
}

type LocationPlace = Pick<Place, 'clientUUID'> & { readonly locationUUID: string };

/** Reads the locations of the wards that the user may see. `wardUUIDs`: only the locations of these wards. */
async function readLocations(
  { kind, query }: Pick<Database, 'kind' | 'query'>,
  scopes: readonly Scope[],
  wardUUIDs?: readonly string[],
): Promise<readonly LocationPlace[]> {
  return query
    .selectFrom('ward')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .select(['location.uuid as locationUUID', 'location.client_uuid as clientUUID'])
    .distinct()
    .where(isVisibleWard(scopes))
    .$if(wardUUIDs !== undefined, (wards) => wards.where(isInList(kind, 'ward.uuid', wardUUIDs ?? [])))
    .execute();
}

/**
 * Whether the alert belongs to one of the locations. A key of one ward concerns the whole location, because nobody
 * knows where the device is.
 */
function concernsLocations({ place }: OpenAlert, locations: readonly LocationPlace[]): boolean {
  return locations.some(
    ({ clientUUID, locationUUID }) =>
      place === undefined ||
      (place.clientUUID === clientUUID && (place.locationUUID === undefined || place.locationUUID === locationUUID)),
  );
}

function shownOf({ row }: OpenAlert): z.infer<typeof UnknownRoomAlert> {
  const { uuid, room, status, raised_at: raisedAt, answered_at: answeredAt, answered_by: by } = row;
  const answer = answeredAt === null ? null : { by, at: toIsoTime(answeredAt) };
  return { uuid, room, status, since: toIsoTime(raisedAt), answer };
}

/**
 * Reads the open alerts, the oldest first. Deletes the alerts whose room exists now, and those that were answered an
 * hour ago.
 */
async function readUnknownRoomAlerts(source: UnknownRoomSource): Promise<readonly OpenAlert[]> {
  const { query } = source.database;
  const rows = await query.selectFrom('unknown_room_alert').selectAll().orderBy('raised_at').orderBy('uuid').execute();
  if (rows.length === 0) return [];
  const open = await findOpen(
    source,
    rows.filter((row) => !isAlertOver(toUnknownRoomAlert(row), source.now())),
  );
  const isOpen = new Set(open.map(({ row }) => row.uuid));
  const over = rows.flatMap(({ uuid }) => (isOpen.has(uuid) ? [] : [uuid]));
  if (over.length > 0) await query.deleteFrom('unknown_room_alert').where('uuid', 'in', over).execute();
  return open.toSorted((one, other) => one.row.raised_at - other.row.raised_at);
}

/** Lists the rooms with an alert for the system status, as the devices name them. */
export async function listUnknownRoomAlerts(source: UnknownRoomSource) {
  const open = await readUnknownRoomAlerts(source);
  return open.map(({ row: { room, raised_at: raisedAt } }) => ({ room, since: toIsoTime(raisedAt) }));
}

/** Returns the alerts whose room still does not exist. */
async function findOpen(source: UnknownRoomSource, rows: readonly OpenAlert['row'][]): Promise<readonly OpenAlert[]> {
  const withScope = rows.map((row) => ({ ...row, scope: scopeOfColumns(row.scope_kind, row.scope_uuid) }));
  const missing = (await findMissingRooms(source, withScope)).map(({ row, locationUUID }) => ({
    row,
    location: locationUUID === undefined ? undefined : ({ kind: 'location', uuid: locationUUID } as const),
  }));
  const scopes = missing.flatMap(({ row, location }) => [row.scope, ...(location === undefined ? [] : [location])]);
  const placeOf = await findScopePlaces(source.database.query, scopes);
  return missing.flatMap(({ row, location }) => {
    const ofScope = placeOf(row.scope)?.place;
    // The place of the key was removed, so no board shows the alert.
    if (row.scope.kind !== 'everything' && ofScope === undefined) return [];
    return [{ row, place: (location && placeOf(location)?.place) ?? ofScope }];
  });
}
