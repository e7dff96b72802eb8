/** Devices that nobody knows: the rooms that they name do not exist, or their connection assigns them to no room. */
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { ItemsOf } from '../entities.ts';
import { Uuid } from '../uuid.ts';
import { ScopeJson } from '../scope.ts';

const named = { keyId: z.string().check(z.maxLength(200)), room: z.string().check(z.maxLength(200)) };

/** What a device with a valid key reports for, and what does not exist in the scope of that key. */
const UnknownRoom = z.object({
  /** A device key, or the name of a connection to an external MQTT broker. */
  keyId: z.string(),
  keyName: z.string(),
  /** The room must be in this scope. */
  scope: ScopeJson,
  /** The room as the device sends it, or the name of the device. */
  room: z.string(),
  /** The connection of the equipment file that reads the device. Null: the device names the room itself. */
  connection: z.nullable(z.string()),
  /** A device that no room of its connection names. Null: the room does not exist. */
  device: z.nullable(
    z.object({
      /** How a room of the equipment file can name it, by role, such as `{ bed: 'mat_13' }`. At least one. */
      uses: z.array(z.record(z.string(), z.string())),
      /** The beginning of the last message. */
      message: z.string(),
    }),
  ),
  channel: z.string(),
  /** The status code of the last message. Null: it had no status, such as a heartbeat, or it depends on the use. */
  status: z.nullable(z.int()),
  count: z.int(),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  /**
   * What a room needs so that the device reaches it: this uuid, or this alias, and this location if the device names one.
   * For a device of a connection: the location of the connection, and an alias for a new room.
   * Null: no room can have this name, or the location does not exist.
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
    summary:
      'Rooms that devices with a valid key report for and that do not exist, and devices of connections that are in no room, the newest first',
    response: ItemsOf(UnknownRoom),
  },
  dismissUnknownRoom: {
    method: 'POST',
    path: '/manage/unknown-rooms/dismiss',
    access: 'manager',
    summary: 'Removes an entry, until the device reports again',
    body: z.strictObject(named),
    response: z.null(),
  },
} as const satisfies Record<string, Endpoint>;
