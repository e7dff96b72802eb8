import { expect, it } from 'vitest';
import { maxRoomsPerChange } from '../../../../contract/home/rooms.ts';
import { parseRoomNames } from './room-names.ts';

it.each([
  ['Room 1-3', ['Room 1', 'Room 2', 'Room 3']],
  ['Zimmer 08 – 10', ['Zimmer 08', 'Zimmer 09', 'Zimmer 10']],
  ['A1-2 Süd, Lounge; Bath', ['A1 Süd', 'A2 Süd', 'Lounge', 'Bath']],
  ['Room 1, Room 1-2', ['Room 1', 'Room 2']],
  ['Room 7', ['Room 7']],
  ['', []],
])('typing "%s" as room names gives the rooms %j', (line, names) => {
  expect(parseRoomNames(line)).toEqual({ names });
});

it('room names with a backwards range, or with more rooms than one call may add, are errors', () => {
  expect(parseRoomNames('Room 5-3')).toEqual({ error: 'wrong-range' });
  expect(parseRoomNames(`Room 1-${maxRoomsPerChange + 1}`)).toEqual({ error: 'too-many' });
  expect(parseRoomNames(`Room 1-${maxRoomsPerChange}, Lounge`)).toEqual({ error: 'too-many' });
});
