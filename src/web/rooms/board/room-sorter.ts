import { sortByDisplayName } from '../../../domain/hierarchy.ts';
import type { Room } from '../../../domain/room.ts';

/**
 * Returns a function that sorts rooms by name. Comparing names by the rules of a language is slow, and names seldom
 * change, so the function keeps the order until rooms are added, removed or renamed, or the language changes.
 */
export function createRoomSorter(): (rooms: readonly Room[], language: string) => readonly Room[] {
  let last: { readonly rooms: readonly Room[]; readonly language: string } | undefined;
  let indices: readonly number[] = [];
  return (rooms, language) => {
    if (last?.language !== language || !haveSameNames(last.rooms, rooms)) {
      const named = rooms.map(({ displayName, uuid }, index) => ({ displayName, uuid, index }));
      indices = sortByDisplayName(named, language).map(({ index }) => index);
    }
    last = { rooms, language };
    return indices.flatMap((index) => rooms[index] ?? []);
  };
}

function haveSameNames(one: readonly Room[], other: readonly Room[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ uuid, displayName }, index) => uuid === other[index]?.uuid && displayName === other[index].displayName)
  );
}
