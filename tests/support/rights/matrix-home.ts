/** The small home with one object of each kind in each of its two clients, for tests of who may call what. */
import { expect, vi } from 'vitest';
import { contactEndpoints } from '../../../src/contract/contacts/contacts.ts';
import { endpoints } from '../../../src/contract/endpoints.ts';
import type { Place } from '../../../src/domain/user.ts';
import type { Schema } from '../../../src/server/database/schema.ts';
import { createDeviceKey } from '../../../src/server/devices/keys/device-keys.ts';
import { type SmallApp, startSmallApp } from '../app/start-small-app.ts';
import { storeFailedNotice } from '../notices/failed-notice.ts';
import { pairWallBoard } from '../wall-boards/pair-wall-board.ts';
import { small, unknownUuid } from '../homes/small-home.ts';

/** The objects that a call can name, all of one client. */
export interface Subject {
  readonly name: string;
  /** The place of the objects. Undefined: the objects do not exist. */
  readonly place: Required<Place> | undefined;
  readonly client: string;
  readonly location: string;
  readonly ward: string;
  readonly room: string;
  /** The open alert of the room. */
  readonly alert: string;
  /** The id of the status that the room shows, as FHIR Observation. */
  readonly observation: string;
  readonly deviceKey: string;
  readonly contact: string;
  /** A message about the alert that did not reach the contact. */
  readonly notice: string;
  /** The alert of an unknown room, for which a device with this key has reported a fall. */
  readonly unknownRoomAlert: string;
  /** A wall board of the ward. */
  readonly wallBoard: string;
}

export const unknownSubject: Subject = {
  name: 'what does not exist',
  place: undefined,
  client: unknownUuid,
  location: unknownUuid,
  ward: unknownUuid,
  room: unknownUuid,
  alert: unknownUuid,
  observation: `${unknownUuid}.1`,
  deviceKey: unknownUuid,
  contact: unknownUuid,
  notice: unknownUuid,
  unknownRoomAlert: unknownUuid,
  wallBoard: unknownUuid,
};

const fall = 1;
const namedTables = ['client', 'location', 'ward', 'stream'] as const;
const changedTables: readonly (keyof Schema)[] = [
  ...namedTables,
  'device_key',
  'contact',
  'notice',
  'board',
  'group_right',
  'alert_event',
  'pause_event',
  'room_night',
  'unknown_room',
  'unknown_room_alert',
  'wall_board',
];

/** A replacer for JSON.stringify. It omits the last use of a key, because it is stored some moments later. */
const withoutLastUse = (column: string, value: unknown) => (column.startsWith('last_used') ? undefined : value);

export type MatrixHome = Awaited<ReturnType<typeof startMatrixHome>>;

export async function startMatrixHome() {
  const app = await startSmallApp();
  const { query } = app.database;
  // Each name gets a uuid, so that no name of a place or room is a part of another name.
  for (const table of namedTables) {
    for (const { uuid } of await query.selectFrom(table).select('uuid').execute()) {
      await query
        .updateTable(table)
        .set({ display_name: `${table} <${uuid}>` })
        .where('uuid', '=', uuid)
        .execute();
    }
  }
  const { clientA, clientB, locationA1, locationB1, wardA1x, wardB1x, streamA1x1, streamB1x1 } = small;
  const own = await addSubject(app, 'client A', [clientA, locationA1, wardA1x, streamA1x1]);
  const foreign = await addSubject(app, 'client B', [clientB, locationB1, wardB1x, streamB1x1]);
  return {
    app,
    own,
    foreign,
    /** The rows of all tables that calls change. `part`: only the rows that have one of these texts. */
    readRows: async (parts: readonly string[] = ['']) => {
      const tables = await Promise.all(changedTables.map((table) => query.selectFrom(table).selectAll().execute()));
      const rows = tables.flatMap((of) => of.map((row) => JSON.stringify(row, withoutLastUse)));
      return rows.filter((row) => parts.some((part) => row.includes(part))).toSorted();
    },
  };
}

async function addSubject(
  app: SmallApp,
  name: string,
  [client, location, ward, room]: readonly [string, string, string, string],
): Promise<Subject> {
  const { id: deviceKey, key } = await createDeviceKey(app.database, {
    name: `key of ${name}`,
    scope: { kind: 'ward', uuid: ward },
    now: Date.now(),
  });
  expect((await app.report({ stream: room, status: fall })).status).toBe(200);
  expect((await app.report({ room: `nowhere-${ward}`, status: fall }, key)).status).toBe(422);
  const [alert] = await app.alertsOf(ward);
  const alertUUID = alert?.uuid ?? expect.unreachable();
  const reports = app.database.query.selectFrom('report').select('sequence').where('stream_uuid', '=', room);
  const { sequence } = await reports.executeTakeFirstOrThrow();
  const unknownRoomAlert = await vi.waitFor(async () => {
    const alerts = await app.get(`/unknown-room-alerts?wardUUID=${ward}`);
    const { items } = endpoints.listUnknownRoomAlerts.response.parse(await alerts.json());
    return items[0] ?? expect.unreachable('the alert is not stored yet');
  });
  // The host does not exist, so that the call that sends a test sends nothing.
  const contact = { name: `contact <${location}>`, address: 'https://nowhere.invalid/', language: 'en' };
  const response = await app.post('/manage/contacts', { locationUUID: location, channel: 'webhook', ...contact });
  const added = contactEndpoints.addContact.response.parse(await response.json());
  return {
    name,
    place: { clientUUID: client, locationUUID: location, wardUUID: ward },
    client,
    location,
    ward,
    room,
    alert: alertUUID,
    observation: `${room}.${sequence}`,
    deviceKey,
    contact: added.contact.uuid,
    notice: await storeFailedNotice(app.database, {
      alertUUID,
      streamUUID: room,
      wardUUID: ward,
      contactUUID: added.contact.uuid,
      at: Date.now(),
    }),
    unknownRoomAlert: unknownRoomAlert.uuid,
    wallBoard: (await pairWallBoard(app, { wardUUID: ward })).id,
  };
}
