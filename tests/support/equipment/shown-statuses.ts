import { statusOfCode } from '../../../src/domain/room-status.ts';
import { offlineSourceOf } from '../../../src/domain/source.ts';
import type { createEquipmentRooms } from './equipment-rooms.ts';

type Rooms = ReturnType<typeof createEquipmentRooms>;

/** Returns the status of room 1, with the source that its card names. */
export function shown(rooms: Rooms): string {
  const { roomStatus, offlineSources } = rooms.stateOf('harbour/room-1');
  const source = offlineSourceOf(offlineSources);
  return `${statusOfCode(roomStatus).name}${source === undefined ? '' : ` (${source})`}`;
}

/**
 * Sends messages to one base topic. Returns the status that the room shows after each message and its debounce time.
 */
export function after(rooms: Rooms, base: string, messages: readonly (readonly [string, unknown])[]): string[] {
  return messages.map(([topic, payload]) => {
    rooms.receive(`${base}/${topic}`, payload);
    rooms.wait(10_000);
    return shown(rooms);
  });
}
