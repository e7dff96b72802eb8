/** What is stored of a device that nobody knows. */
import type { Schema } from '../../database/schema.ts';
import { statusOfIncoming } from '../equipment/unknown-device.ts';
import type { UnknownDevice } from '../mqtt/message.ts';
import type { ParsedItem } from '../parse-report.ts';

/** An item for a room that does not exist, or a device that its connection assigns to no room. */
export type Sighting = ParsedItem | UnknownDevice;

/** A device can have several names, such as camera and zone. */
const maxRoomLength = 200;

export type About = Pick<Schema['unknown_room'], 'field' | 'room' | 'status' | 'connection' | 'uses' | 'message'>;

/** Undefined for a device that no room could use. */
export function describeSighting(sighting: Sighting): About | undefined {
  return 'kind' in sighting ? aboutDevice(sighting) : aboutRoom(sighting);
}

function aboutRoom({ room, incoming }: ParsedItem): About {
  const { field, name, connection = null } = room;
  const status = statusOfIncoming(incoming('')) ?? null;
  return { field, room: name, status, connection, uses: null, message: null };
}

function aboutDevice({ connection, uses, text }: UnknownDevice): About | undefined {
  const names = new Set(uses.flatMap((use) => Object.values(use.names)));
  if (names.size === 0) return undefined;
  const [status, ...others] = new Set(uses.map((use) => use.status ?? null));
  return {
    field: 'room',
    room: [...names].join(', ').slice(0, maxRoomLength),
    // What the message means may depend on where the device is.
    status: others.length === 0 ? (status ?? null) : null,
    connection,
    uses: JSON.stringify(uses.map((use) => use.names)),
    message: text,
  };
}
