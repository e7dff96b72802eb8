/** Decides what must change so that the reports of a device without a room reach a room. */
import type * as z from 'zod/mini';
import type { unknownRoomEndpoints } from '../../../contract/devices/unknown-rooms.ts';
import type { Connection } from '../../equipment/use-equipment.ts';
import { type ManagedPlace, placePathOf, type Places, placesInOrder } from '../../home/places.ts';
import type { ManagedRoom } from '../../home/rooms.ts';

export type UnknownRoom = z.output<typeof unknownRoomEndpoints.listUnknownRooms.response>['items'][number];
/** The names of a device in a connection, by the role of the device in its room, such as `{ bed: 'mat-7' }`. */
export type DeviceNames = Readonly<Record<string, string>>;
type EquipmentRooms = Connection['rooms'];
export const unknownRoomsQuery = ['unknown-rooms'];

/** The wards in which the device can get a room: in the scope of its key, and the user may change them. */
export function wardsFor({ scope, wanted }: UnknownRoom, places: Places): readonly ManagedPlace[] {
  return placesInOrder(places).filter((place) => {
    const uuids = placePathOf(places, place.uuid).map(({ uuid }) => uuid);
    const isInScope = scope.kind === 'everything' || uuids.includes(scope.uuid);
    const isInLocation = wanted === null || wanted.locationUUID === null || uuids.includes(wanted.locationUUID);
    return place.level === 'ward' && place.canChange && isInScope && isInLocation;
  });
}

/** A suggestion for the name of a new room: `room-7` becomes `Room 7`. */
export function suggestedName({ wanted }: UnknownRoom): string {
  const words = (wanted?.alias ?? '').replaceAll(/[-_.]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export type RoomTarget =
  | { readonly kind: 'new'; readonly displayName: string; readonly newUuid: string }
  | { readonly kind: 'existing'; readonly room: ManagedRoom };

/** The name by which a connection lists the room: its alias or its uuid. */
export function roomNameOf({ wanted }: UnknownRoom, target: RoomTarget): string {
  if (target.kind === 'existing') return target.room.alias ?? target.room.uuid;
  return wanted?.alias ?? target.newUuid;
}

/**
 * Adds a device to a connection: to the entry of the room if its roles are free there, otherwise as another entry.
 */
export function addDevice(rooms: EquipmentRooms, room: string, use: DeviceNames): EquipmentRooms {
  const isFree = (entry: EquipmentRooms[number]) =>
    entry['room'] === room && Object.entries(use).every(([role, name]) => (entry[role] ?? name) === name);
  const index = rooms.findIndex(isFree);
  return index === -1 ? [...rooms, { room, ...use }] : rooms.with(index, { ...rooms[index], ...use });
}
