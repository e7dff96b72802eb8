import type { Room } from '../../../domain/room.ts';

/** A ward of a board that shows several wards. */
export interface BoardWard {
  readonly uuid: string;
  readonly displayName: string;
}

/**
 * Adds the name of its ward to the name of a room, because rooms of several wards can have the same name. The room comes
 * first, because a narrow screen cuts the text. The dot has no break behind it: on two lines the ward has the second one.
 */
export function withWardName(room: Room, wards: readonly BoardWard[] | undefined): Room {
  const ward = wards?.find(({ uuid }) => uuid === room.wardUUID);
  return ward === undefined ? room : { ...room, displayName: `${room.displayName} ·\u00A0${ward.displayName}` };
}

/** The same array without wards. */
export function withWardNames(rooms: readonly Room[], wards: readonly BoardWard[] | undefined): readonly Room[] {
  return wards === undefined ? rooms : rooms.map((room) => withWardName(room, wards));
}
