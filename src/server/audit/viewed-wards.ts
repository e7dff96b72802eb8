/** Finds the wards that users have seen. */
import { isPlaceCovered, type Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { isInList } from '../database/is-in-list.ts';

interface PlaceView {
  /** The uuid of a ward or of a location. */
  readonly uuid: string;
  readonly scopes: readonly Scope[];
}

/** Returns each view of a ward with the ward, and a view of a location once with each visible ward of the location. */
export async function findViewedWards<View extends PlaceView>(
  { kind, query }: Pick<Database, 'kind' | 'query'>,
  views: readonly View[],
) {
  if (views.length === 0) return [];
  const uuids = [...new Set(views.map(({ uuid }) => uuid))];
  const rows = await query
    .selectFrom('ward')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .innerJoin('client', 'client.uuid', 'location.client_uuid')
    .select(['ward.uuid', 'ward.display_name as name', 'location.uuid as locationUUID', 'client.uuid as clientUUID'])
    .select(['client.display_name as client', 'location.display_name as location'])
    .where(({ or }) => or([isInList(kind, 'ward.uuid', uuids), isInList(kind, 'location.uuid', uuids)]))
    .execute();
  const wards = rows.map(({ client, location, ...ward }) => ({ ...ward, place: `${client} > ${location}` }));
  const byUuid = new Map(wards.map((ward) => [ward.uuid, ward]));
  const byLocation = Map.groupBy(wards, ({ locationUUID }) => locationUUID);
  return views.flatMap((view) => {
    const ward = byUuid.get(view.uuid);
    const seen = ward === undefined ? (byLocation.get(view.uuid) ?? []) : [ward];
    return seen
      .filter(({ uuid: wardUUID, ...place }) => isPlaceCovered(view.scopes, { ...place, wardUUID }))
      .map((one) => ({ view, ward: one }));
  });
}
