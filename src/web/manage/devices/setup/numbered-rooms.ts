import { maxFirstRooms } from '../../../../contract/manage/set-up.ts';

export interface NumberedRooms {
  readonly first: string;
  readonly last: string;
  readonly wardName: string;
}

/** Empty for numbers that name no rooms, or too many. */
export function numbersOf(rooms: Pick<NumberedRooms, 'first' | 'last'>): readonly number[] {
  // `Number('')` is 0.
  if (rooms.first === '' || rooms.last === '') return [];
  const [first, last] = [Number(rooms.first), Number(rooms.last)];
  const isRange = Number.isInteger(first) && Number.isInteger(last) && first >= 0 && first <= last;
  if (!isRange || last - first >= maxFirstRooms) return [];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
