import { setImmediate } from 'node:timers/promises';
import { shownAlertsOf } from '../../../domain/alerts/shown-alert.ts';
import type { StreamStatus, StreamType } from '../../../domain/stream.ts';
import type { Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import { isIn } from '../../database/is-in.ts';
import { parseAlerts } from '../../database/open-alerts.ts';
import { visibleWard } from '../../rights/visible.ts';
import { versionOfNode } from './managed-home.ts';

/** More rooms would make the page slow. The user narrows the search. */
const maxFoundRooms = 100;
/** The work for so many rooms takes a few milliseconds. */
const pageSize = 500;

export interface RoomsWanted {
  readonly scopes: readonly Scope[];
  readonly wardUUID?: string | undefined;
  /** A part of the name, the alias or the uuid, in any case. */
  readonly search?: string | undefined;
}

/** The rooms of a ward, or the first ones that contain the searched text, by name. */
export async function listManagedRooms(database: Database, wanted: RoomsWanted) {
  const { found, total } = await findRooms(database, wanted);
  const rows = await roomsInScope(database, wanted)
    .where(isIn(database.kind, 'stream.uuid', found))
    .select(['stream.uuid', 'stream.display_name as displayName', 'stream.alias', 'stream.ward_uuid as wardUUID'])
    .select(['stream.type', 'stream.status', 'stream.has_reports as hasReports'])
    .select(['stream.open_alerts as openAlerts', 'location.uuid as locationUUID', 'location.alias as locationAlias'])
    .select('location.client_uuid as clientUUID')
    .execute();
  return { rooms: rows.toSorted(byName).map(roomOfRow), total };
}

function roomsInScope({ query }: Database, { scopes, wardUUID }: RoomsWanted) {
  const inScope = query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .where(visibleWard(scopes));
  return wardUUID === undefined ? inScope : inScope.where('ward.uuid', '=', wardUUID.toLowerCase());
}

/**
 * The uuids of the listed rooms, and the number of all that match. The rooms are read in pages, because the event loop
 * must not wait for a search of thousands. SQL would ignore the case of ASCII letters only.
 */
async function findRooms(database: Database, wanted: RoomsWanted) {
  const { wardUUID, search } = wanted;
  const isWanted = search === undefined ? () => true : createSearch(search);
  const maxRooms = wardUUID === undefined ? maxFoundRooms : Infinity;
  let found: readonly Row[] = [];
  let total = 0;
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: readonly Row[] = await roomsInScope(database, wanted)
      .select(['stream.uuid', 'stream.display_name as displayName', 'stream.alias'])
      .where('stream.uuid', '>', after)
      .orderBy('stream.uuid')
      .limit(pageSize)
      .execute();
    const matches = page.filter(isWanted);
    total += matches.length;
    const last = found[maxRooms - 1];
    const earlier = last === undefined ? matches : matches.filter((row) => byName(row, last) < 0);
    if (earlier.length > 0) found = [...found, ...earlier].toSorted(byName).slice(0, maxRooms);
    after = page.length < pageSize ? undefined : page.at(-1)?.uuid;
    if (after !== undefined) await setImmediate();
  }
  return { found: found.map(({ uuid }) => uuid), total };
}

interface Row {
  readonly uuid: string;
  readonly displayName: string;
  readonly alias: string | null;
}

/** Compares numbers in names by their value: Room 2 comes before Room 10. */
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

interface RoomRow extends Row {
  readonly wardUUID: string;
  readonly type: StreamType;
  readonly status: StreamStatus;
  readonly hasReports: number;
  readonly openAlerts: string | null;
  readonly locationUUID: string;
  readonly locationAlias: string | null;
  readonly clientUUID: string;
}

function roomOfRow(row: RoomRow) {
  const { uuid, displayName, alias, wardUUID, type, status, hasReports, openAlerts } = row;
  const level = 'stream' as const;
  const node = { level, uuid, displayName, alias, parentUUID: wardUUID, type, status, rules: null };
  return {
    level,
    uuid,
    displayName,
    alias,
    wardUUID,
    type,
    status,
    version: versionOfNode(node),
    hasReports: hasReports === 1,
    alertStatuses: shownAlertsOf(parseAlerts(openAlerts)).map((alert) => alert.status),
    reportName: `${row.locationAlias ?? row.locationUUID}/${alias ?? uuid}`,
    location: { uuid: row.locationUUID, alias: row.locationAlias, clientUUID: row.clientUUID },
  };
}
