/** What a room needs so that a device reaches it, as a change of the home. */
import type * as z from 'zod/mini';
import type { unknownRoomEndpoints } from '../../../../contract/manage/unknown-rooms.ts';
import type { Connection } from '../../equipment/use-equipment.ts';
import { changeOfRooms, type HomeChange } from '../../home/home-change.ts';
import { type ManagedPlace, pathOf, type Places, placesInOrder } from '../../home/places.ts';
import type { ManagedRoom } from '../../home/rooms.ts';

export type UnknownRoom = z.output<typeof unknownRoomEndpoints.listUnknownRooms.response>['items'][number];
/** How a room of the equipment file names a device, by role. */
export type DeviceUse = Readonly<Record<string, string>>;
type EquipmentRooms = Connection['rooms'];
export const unknownQuery = ['unknown-rooms'];

/** The wards that the device may report for and the user may change. */
export function wardsFor({ scope, wanted }: UnknownRoom, places: Places): readonly ManagedPlace[] {
  return placesInOrder(places).filter((place) => {
    const uuids = pathOf(places, place.uuid).map(({ uuid }) => uuid);
    const isInScope = scope.kind === 'everything' || uuids.includes(scope.uuid);
    const isInLocation = wanted === null || wanted.locationUUID === null || uuids.includes(wanted.locationUUID);
    return place.level === 'ward' && place.canChange && isInScope && isInLocation;
  });
}

/** `room-7` becomes `Room 7`: a name to start from. */
export function suggestedName({ wanted }: UnknownRoom): string {
  const words = (wanted?.alias ?? '').replaceAll(/[-_.]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export type Target =
  | { readonly kind: 'new'; readonly displayName: string; readonly newUuid: string }
  | { readonly kind: 'existing'; readonly room: ManagedRoom };

export function changeOf({ wanted }: UnknownRoom, places: Places, wardUUID: string, target: Target): HomeChange {
  const alias = wanted?.alias === null || wanted === null ? {} : { alias: wanted.alias };
  const stream =
    target.kind === 'new'
      ? { uuid: wanted?.uuid ?? target.newUuid, displayName: target.displayName, ...alias }
      : { uuid: target.room.uuid, version: target.room.version, ...alias };
  return changeOfRooms(places, wardUUID, [stream]);
}

/** What the equipment file calls the room. */
export function roomNameOf({ wanted }: UnknownRoom, target: Target): string {
  if (target.kind === 'existing') return target.room.alias ?? target.room.uuid;
  return wanted?.alias ?? target.newUuid;
}

/** The rooms of a connection with one more device. A room that has no other device in these roles keeps one entry. */
export function withDevice(rooms: EquipmentRooms, room: string, use: DeviceUse): EquipmentRooms {
  const isFree = (entry: EquipmentRooms[number]) =>
    entry['room'] === room && Object.entries(use).every(([role, name]) => (entry[role] ?? name) === name);
  const index = rooms.findIndex(isFree);
  return index === -1 ? [...rooms, { room, ...use }] : rooms.with(index, { ...rooms[index], ...use });
}
