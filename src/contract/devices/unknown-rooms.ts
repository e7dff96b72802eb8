/** Unknown rooms, and devices that their connection assigns to no room. */
import * as z from 'zod/mini';
import { type Endpoint, listSchemaOf } from '../endpoint.ts';
import { Uuid } from '../uuid.ts';
import { ScopeJson } from '../scope.ts';

/** A room that does not exist in the scope of the device key that named it. */
const UnknownRoom = z.object({
  /** The id of the device key, or the name of a connection to an external MQTT broker. */
  keyId: z.string(),
  keyName: z.string(),
  /** The scope of the key. The room must be in it. */
  scope: ScopeJson,
  /** The room as the device sends it, or the name of the device. */
  room: z.string(),
  /** The connection that reads the device. Null: the device names the room itself. */
  connection: z.nullable(z.string()),
  /** A device that its connection assigns to no room. Null: the device names a room that does not exist. */
  device: z.nullable(
    z.object({
      /**
       * The ways in which a room of the connection can name the device, each by role, such as `{ bed: 'mat_13' }`. At
       * least one.
       */
      uses: z.array(z.record(z.string(), z.string())),
      /** The beginning of the last message. */
      message: z.string(),
    }),
  ),
  channel: z.string(),
  /**
   * The status code of the last message. Null: the message had no status, such as a heartbeat, or the status depends on
   * the room.
   */
  status: z.nullable(z.int()),
  count: z.int(),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  /**
   * What a room needs so that it receives the reports of the device: this uuid, or this alias, and this location if the
   * device names one. For a device of a connection: the location of the connection, and an alias for a new room. Null:
   * no room can have this name, or the location does not exist.
   */
  wanted: z.nullable(
    z.object({ uuid: z.nullable(Uuid), alias: z.nullable(z.string()), locationUUID: z.nullable(Uuid) }),
  ),
});

export const unknownRoomEndpoints = {
  listUnknownRooms: {
    method: 'GET',
    path: '/manage/unknown-rooms',
    access: 'manager',
    reach: 'scopes',
    summary:
      'Rooms that devices with a valid key report for and that do not exist, and devices of connections that are in no room, with a report within a day, the newest first',
    response: listSchemaOf(UnknownRoom),
  },
} as const satisfies Record<string, Endpoint>;
