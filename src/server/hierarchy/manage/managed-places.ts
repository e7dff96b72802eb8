import { isCovered, type Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import { hasShownAlert, hasShownTechnicalAlertOnly } from '../../database/open-alerts.ts';
import type { Home } from '../home-file/home.ts';
import { createPlaceOf, stateOfNode, visibleHome } from './managed-home.ts';

interface Counts {
  readonly roomCount: number;
  readonly inactiveCount: number;
  /** Rooms with an open alert about a resident, and those that have a technical one only. */
  readonly alertCount: number;
  readonly technicalCount: number;
}

const noRooms: Counts = { roomCount: 0, inactiveCount: 0, alertCount: 0, technicalCount: 0 };

/** The clients, locations and wards in the scopes, and the places above them, with the numbers of their rooms. */
export async function listManagedPlaces({ query }: Database, scopes: readonly Scope[]) {
  const home = visibleHome(await loadPlaces(query), scopes);
  const placeOf = createPlaceOf(home);
  const countsOf = countUpwards(home, await countRoomsOfWards(query));
  return home.flatMap((node) => {
    const { level, parentUUID } = node;
    if (level === 'stream') return [];
    const canChange = isCovered(scopes, placeOf(node));
    const parent = parentUUID === '' ? null : parentUUID;
    return [{ ...stateOfNode(node), level, parentUUID: parent, ...countsOf(node.uuid), canChange }];
  });
}

/** Like `loadHome`, without the rooms and the rules. */
async function loadPlaces(query: Database['query']): Promise<Home> {
  const clients = await query.selectFrom('client').select(['uuid', 'display_name as displayName']).execute();
  const locations = await query
    .selectFrom('location')
    .select(['uuid', 'display_name as displayName', 'client_uuid as parentUUID', 'alias'])
    .execute();
  const wards = await query
    .selectFrom('ward')
    .select(['uuid', 'display_name as displayName', 'location_uuid as parentUUID'])
    .execute();
  return [
    ...clients.map((row) => ({ level: 'client' as const, parentUUID: '', alias: null, ...row })),
    ...locations.map((row) => ({ level: 'location' as const, rules: null, ...row })),
    ...wards.map((row) => ({ level: 'ward' as const, alias: null, rules: null, ...row })),
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
  // PostgreSQL returns counts as text.
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

/** Adds the rooms of each place to the places above it. A user who may only see a place gets what is below it and visible. */
function countUpwards(home: Home, ofWards: ReadonlyMap<string, Counts>): (uuid: string) => Counts {
  const counts = new Map<string, Counts>();
  for (const level of ['ward', 'location'] as const) {
    for (const node of home) {
      if (node.level !== level) continue;
      const own = (level === 'ward' ? ofWards : counts).get(node.uuid) ?? noRooms;
      counts.set(node.uuid, own);
      const above = counts.get(node.parentUUID) ?? noRooms;
      counts.set(node.parentUUID, {
        roomCount: above.roomCount + own.roomCount,
        inactiveCount: above.inactiveCount + own.inactiveCount,
        alertCount: above.alertCount + own.alertCount,
        technicalCount: above.technicalCount + own.technicalCount,
      });
    }
  }
  return (uuid) => counts.get(uuid) ?? noRooms;
}
