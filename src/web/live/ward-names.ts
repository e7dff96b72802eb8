import type { Room } from '../../domain/room.ts';

/** A ward of a board that shows several wards. */
export interface BoardWard {
  readonly uuid: string;
  readonly displayName: string;
}

/**
 * Appends the name of its ward to the name of a room, because rooms of several wards can have the same name. The room
 * is first, because a narrow screen cuts the end of a text. A line break is possible only before the dot.
 */
export function withWardName(room: Room, wards: readonly BoardWard[] | undefined): Room {
  const ward = wards?.find(({ uuid }) => uuid === room.wardUUID);
  return ward === undefined ? room : { ...room, displayName: `${room.displayName} ·\u00A0${ward.displayName}` };
}

/** Applies `withWardName` to all rooms. Without wards, returns the same array. */
export function withWardNames(rooms: readonly Room[], wards: readonly BoardWard[] | undefined): readonly Room[] {
  return wards === undefined ? rooms : rooms.map((room) => withWardName(room, wards));
}
