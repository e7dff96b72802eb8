import { isPlaceCovered, type Place, type Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import { hasShownAlert, hasShownTechnicalAlertOnly } from '../../database/open-alerts.ts';
import { isVisibleClient, isVisibleLocation, isVisibleWard } from '../../rights/visible.ts';
import { hasRightForParent, versionOfPlace } from './home-edit.ts';

interface Counts {
  readonly roomCount: number;
  readonly inactiveCount: number;
  /** `alertCount`: rooms with an open alert about a resident. `technicalCount`: rooms with only a technical alert. */
  readonly alertCount: number;
  readonly technicalCount: number;
}

const noRooms: Counts = { roomCount: 0, inactiveCount: 0, alertCount: 0, technicalCount: 0 };

/** Lists the clients, locations and wards in the scopes, and the places above them, with counts of their rooms. */
export async function listManagedPlaces({ query }: Database, scopes: readonly Scope[]) {
  const clients = await query
    .selectFrom('client')
    .where(isVisibleClient(scopes))
    .select(['uuid', 'display_name as displayName', 'uuid as clientUUID'])
    .execute();
  const locations = await query
    .selectFrom('location')
    .where(isVisibleLocation(scopes))
    .select(['uuid', 'display_name as displayName', 'alias', 'client_uuid as clientUUID', 'uuid as locationUUID'])
    .execute();
  const wards = await query
    .selectFrom('ward')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .where(isVisibleWard(scopes))
    .select(['ward.uuid', 'ward.display_name as displayName', 'location.client_uuid as clientUUID'])
    .select(['ward.location_uuid as locationUUID', 'ward.uuid as wardUUID'])
    .execute();
  const ofWards = await countRoomsOfWards(query);
  /** Counts only rooms that the user may see, also for a place above the user's scope. */
  const countsIn = (column: 'clientUUID' | 'locationUUID' | 'wardUUID') => {
    const byPlace = Map.groupBy(wards, (ward) => ward[column]);
    return (uuid: string) => sumOf((byPlace.get(uuid) ?? []).map((ward) => ofWards.get(ward.uuid) ?? noRooms));
  };
  const rights = (place: Place) => ({
    canChange: isPlaceCovered(scopes, place),
    canRemove: hasRightForParent(scopes, place),
  });
  const [inClient, inLocation, inWard] = [countsIn('clientUUID'), countsIn('locationUUID'), countsIn('wardUUID')];
  return [
    ...clients.map((client) => {
      const { uuid, displayName } = client;
      const values = { level: 'client' as const, uuid, displayName, alias: null, parentUUID: null };
      return { ...values, version: versionOfPlace(values), ...inClient(uuid), ...rights(client) };
    }),
    ...locations.map((location) => {
      const { uuid, displayName, alias, clientUUID: parentUUID } = location;
      const values = { level: 'location' as const, uuid, displayName, alias, parentUUID };
      return { ...values, version: versionOfPlace(values), ...inLocation(uuid), ...rights(location) };
    }),
    ...wards.map((ward) => {
      const { uuid, displayName, locationUUID: parentUUID } = ward;
      const values = { level: 'ward' as const, uuid, displayName, alias: null, parentUUID };
      return { ...values, version: versionOfPlace(values), ...inWard(uuid), ...rights(ward) };
    }),
  ];
}

async function countRoomsOfWards(query: Database['query']): Promise<ReadonlyMap<string, Counts>> {
  const rows = await query
    .selectFrom('stream')
    .select(({ fn, case: when }) => [
      'ward_uuid as wardUUID',
      fn.countAll().as('roomCount'),
      fn.sum(when().when('status', '=', 'INACTIVE').then(1).else(0).end()).as('inactiveCount'),
      fn.sum(when().when(hasShownAlert()).then(1).else(0).end()).as('openCount'),
      fn.sum(when().when(hasShownTechnicalAlertOnly()).then(1).else(0).end()).as('technicalCount'),
    ])
    .groupBy('ward_uuid')
    .execute();
  // PostgreSQL returns counts as text, so they are converted to numbers.
  return new Map(
    rows.map(({ wardUUID, roomCount, inactiveCount, ...row }) => {
      const technicalCount = Number(row.technicalCount);
      const alertCount = Number(row.openCount) - technicalCount;
      return [
        wardUUID,
        { roomCount: Number(roomCount), inactiveCount: Number(inactiveCount), alertCount, technicalCount },
      ];
    }),
  );
}

function sumOf(all: readonly Counts[]): Counts {
  return all.reduce(
    (sum, counts) => ({
      roomCount: sum.roomCount + counts.roomCount,
      inactiveCount: sum.inactiveCount + counts.inactiveCount,
      alertCount: sum.alertCount + counts.alertCount,
      technicalCount: sum.technicalCount + counts.technicalCount,
    }),
    noRooms,
  );
}
