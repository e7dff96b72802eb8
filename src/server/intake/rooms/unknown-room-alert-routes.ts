/** The calls of boards about the alerts of rooms that nobody knows. */
import type * as z from 'zod/mini';
import { endpoints } from '../../../contract/endpoints.ts';
import type { UnknownRoomAlert } from '../../../contract/unknown-room-alerts.ts';
import { isoTime } from '../../../domain/iso-time.ts';
import type { Place, Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import { isIn } from '../../database/is-in.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { requireFound } from '../../http/require-found.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { visibleWard } from '../../rights/visible.ts';
import { readUnknownRoomAlerts, type UnknownRoomAlertSource } from './unknown-room-alert-queries.ts';

type OpenAlert = Awaited<ReturnType<typeof readUnknownRoomAlerts>>[number];

export function registerUnknownRoomAlertRoutes(api: ApiServer, source: UnknownRoomAlertSource): void {
  const { database, now } = source;

  serveEndpoint(api, endpoints.listUnknownRoomAlerts, async ({ query, caller }) => {
    const wardUUIDs = [...new Set(query.wardUUID.toLowerCase().split(','))];
    const locations = await readLocations(database, caller.user.scopes, wardUUIDs);
    requireFound(locations[0]);
    const alerts = await readUnknownRoomAlerts(source);
    return { items: alerts.filter((alert) => isAbout(alert, locations)).map(shownOf) };
  });

  serveEndpoint(api, endpoints.acknowledgeUnknownRoomAlert, async ({ params, caller: { user } }) => {
    const uuid = params.id.toLowerCase();
    const find = async () => (await readUnknownRoomAlerts(source)).find(({ row }) => row.uuid === uuid);
    const alert = requireFound(await find());
    requireFound(isAbout(alert, await readLocations(database, user.scopes)) || undefined);
    await database.query
      .updateTable('unknown_room_alert')
      .set({ answered_at: now(), answered_by: user.displayName })
      .where('uuid', '=', uuid)
      .where('raised_at', '=', alert.row.raised_at)
      .where('answered_at', 'is', null)
      .execute();
    return shownOf(requireFound(await find()));
  });
}

type LocationPlace = Pick<Place, 'clientUUID'> & { readonly locationUUID: string };

/** The locations of the wards that the user may see. `wardUUIDs`: only of these wards. */
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
    .where(visibleWard(scopes))
    .$if(wardUUIDs !== undefined, (wards) => wards.where(isIn(kind, 'ward.uuid', wardUUIDs ?? [])))
    .execute();
}

/** A key of one ward concerns the boards of its whole location: nobody knows where the device is. */
function isAbout({ place }: OpenAlert, locations: readonly LocationPlace[]): boolean {
  return locations.some(
    ({ clientUUID, locationUUID }) =>
      place === undefined ||
      (place.clientUUID === clientUUID && (place.locationUUID === undefined || place.locationUUID === locationUUID)),
  );
}

function shownOf({ row }: OpenAlert): z.infer<typeof UnknownRoomAlert> {
  const { uuid, room, status, raised_at: raisedAt, answered_at: answeredAt, answered_by: by } = row;
  const answer = answeredAt === null ? null : { by, at: isoTime(answeredAt) };
  return { uuid, room, status, since: isoTime(raisedAt), answer };
}
