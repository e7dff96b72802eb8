/** The tables that have rows of a client, and which rows are its own. */
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Schema } from '../../database/schema.ts';

/** Subqueries of the uuids of the places of a client. */
interface Places {
  readonly client: string;
  readonly locations: RawBuilder<unknown>;
  readonly wards: RawBuilder<unknown>;
  readonly streams: RawBuilder<unknown>;
}

/** The places of a client that is here. */
export function placesOf(client: string): Places {
  const locations = sql`(select uuid from location where client_uuid = ${client})`;
  const wards = sql`(select uuid from ward where location_uuid in ${locations})`;
  return { client, locations, wards, streams: sql`(select uuid from stream where ward_uuid in ${wards})` };
}

/** The places of a client that has moved away. */
export function movedPlacesOf(client: string): Places {
  const select = (column: string) => sql`(select ${sql.ref(column)} from moved_room where client_uuid = ${client})`;
  return {
    client,
    locations: select('location_uuid'),
    wards: select('ward_uuid'),
    streams: select('stream_uuid'),
  };
}

type Condition = (places: Places) => RawBuilder<SqlBool>;

interface ClientTable {
  readonly name: keyof Schema;
  /** The condition of the rows of the client. */
  readonly ofClient: Condition;
}

const inLocation: Condition = ({ locations }) => sql`location_uuid in ${locations}`;
const inWard: Condition = ({ wards }) => sql`ward_uuid in ${wards}`;
const inStream: Condition = ({ streams }) => sql`stream_uuid in ${streams}`;
export const isInScopeOf: Condition = ({ client, locations, wards }) => sql`(
  (scope_kind = 'client' and scope_uuid = ${client})
  or (scope_kind = 'location' and scope_uuid in ${locations})
  or (scope_kind = 'ward' and scope_uuid in ${wards})
)`;

/** The places and rooms with what belongs to them, parents first. They are deleted where the client has moved away. */
export const placeTables: readonly ClientTable[] = [
  { name: 'client', ofClient: ({ client }) => sql`uuid = ${client}` },
  { name: 'location', ofClient: ({ client }) => sql`client_uuid = ${client}` },
  { name: 'ward', ofClient: inLocation },
  { name: 'stream', ofClient: inWard },
  { name: 'observation', ofClient: inStream },
  { name: 'source_battery', ofClient: inStream },
  { name: 'contact', ofClient: inLocation },
  { name: 'wall_board', ofClient: inWard },
  { name: 'duty', ofClient: inWard },
  { name: 'unknown_room_alert', ofClient: isInScopeOf },
];

/** Small tables that stay in the old cell until the client is forgotten there. Requests are forwarded by the keys. */
export const otherTables: readonly ClientTable[] = [
  { name: 'device_key', ofClient: isInScopeOf },
  { name: 'group_right', ofClient: isInScopeOf },
  { name: 'room_note', ofClient: inStream },
  { name: 'handover_reading', ofClient: inWard },
  { name: 'unwatched_period', ofClient: inWard },
];

/** The logs of rooms. Their entries are numbered again, in the same order for each room. */
export const logTables = ['report', 'alert_event', 'pause_event'] as const;

interface SettlingTable extends ClientTable {
  readonly name: 'room_night' | 'notice';
  readonly key: string;
  readonly time: string;
  readonly isOpen: RawBuilder<SqlBool>;
}

/** Tables whose rows change for some days after their `time`, and while they are `isOpen`, and then stay. */
export const settlingTables: readonly SettlingTable[] = [
  { name: 'room_night', ofClient: inWard, key: 'sequence', time: 'from_at', isOpen: sql`false` },
  {
    name: 'notice',
    ofClient: inWard,
    key: 'uuid',
    time: 'created_at',
    isOpen: sql`(is_open = 1 or due_at is not null)`,
  },
];
