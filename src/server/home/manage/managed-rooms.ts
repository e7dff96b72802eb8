import { shownAlertsOf } from '../../../domain/alerts/shown-alert.ts';
import { isInScope, type Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import { isInList } from '../../database/is-in-list.ts';
import { parseAlerts } from '../../database/open-alerts.ts';
import { isVisibleWard } from '../../rights/visible.ts';
import { type RoomRow, selectRooms, versionOfRoom } from './home-edit.ts';
import { type HomeReferences, reportNameOf, roomSpellingsOf } from './home-impact.ts';

/** The maximum number of rooms of a search. More would make the page slow, and the user can narrow the search. */
const maxFoundRooms = 100;

interface RoomsWanted {
  readonly scopes: readonly Scope[];
  readonly wardUUID?: string | undefined;
  /** The searched text: a part of the name, the alias or the uuid, in any case. */
  readonly search?: string | undefined;
}

/** Lists the rooms of a ward, or the first rooms that contain the searched text, sorted by name. */
export async function listManagedRooms(database: Database, wanted: RoomsWanted, { keys, connections }: HomeReferences) {
  const { found, total } = await findRooms(database, wanted);
  const rows = await selectRooms(database.query)
    .where(isInList(database.kind, 'stream.uuid', found))
    .execute();
  const connectionsBySpelling = Map.groupBy(
    connections.flatMap(({ name, location, rooms }) =>
      rooms.map(({ room }) => ({ name, spelling: `${location}/${room}` })),
    ),
    ({ spelling }) => spelling,
  );
  const items = rows.toSorted(byName).map((room) => {
    const uses = roomSpellingsOf(room).flatMap((spelling) => connectionsBySpelling.get(spelling) ?? []);
    return {
      ...managedRoom(room),
      connections: [...new Set(uses.map(({ name }) => name))],
      deviceKeys: keys.filter(({ scope }) => isInScope(scope, room)).map(({ name }) => name),
    };
  });
  return { items, total };
}

function roomsInScope({ query }: Database, { scopes, wardUUID }: RoomsWanted) {
  const inScope = query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .where(isVisibleWard(scopes));
  return wardUUID === undefined ? inScope : inScope.where('ward.uuid', '=', wardUUID.toLowerCase());
}

/** Finds the rooms that contain the searched text. SQL would ignore the case of ASCII letters only. */
async function findRooms(database: Database, wanted: RoomsWanted) {
  const { wardUUID, search } = wanted;
  const rows = await roomsInScope(database, wanted)
    .select(['stream.uuid', 'stream.display_name as displayName', 'stream.alias'])
    .execute();
  const matches = (search === undefined ? rows : rows.filter(createSearch(search))).toSorted(byName);
  const listed = wardUUID === undefined ? matches.slice(0, maxFoundRooms) : matches;
  return { found: listed.map(({ uuid }) => uuid), total: matches.length };
}

interface Row {
  readonly uuid: string;
  readonly displayName: string;
  readonly alias: string | null;
}

/** Sorts names with the numbers in them by value: Room 2 comes before Room 10. */
const collator = new Intl.Collator('en', { numeric: true });

function byName(one: Row, other: Row): number {
  return collator.compare(one.displayName, other.displayName) || (one.uuid < other.uuid ? -1 : 1);
}

function createSearch(search: string): (row: Row) => boolean {
  const wanted = searchable(search.trim());
  return ({ uuid, displayName, alias }) =>
    [displayName, alias ?? '', uuid].some((text) => searchable(text).includes(wanted));
}

function searchable(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function managedRoom(room: RoomRow) {
  const { uuid, displayName, alias, wardUUID, type, status, hasReports, openAlerts } = room;
  return {
    level: 'stream' as const,
    uuid,
    displayName,
    alias,
    wardUUID,
    type,
    status,
    version: versionOfRoom(room),
    hasReports: hasReports === 1,
    alertStatuses: shownAlertsOf(parseAlerts(openAlerts)).map((alert) => alert.status),
    reportName: reportNameOf(room),
  };
}
