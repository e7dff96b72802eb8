import { expect, test } from 'vitest';
import type { Room } from '../../../domain/room.ts';
import { createRoomSorter } from './room-sorter.ts';

function room(uuid: string, displayName: string, revision = 1): Room {
  return {
    uuid,
    displayName,
    revision,
    status: 'ACTIVE',
    roomStatus: 0,
    lastNotification: null,
    lastNotificationSent: null,
  };
}

const namesOf = (rooms: readonly Room[]) => rooms.map(({ displayName }) => displayName);

test('[LIST-12] an update shows the new state of a room at the same place', () => {
  const sort = createRoomSorter();
  const [ten, two] = [room('a', 'Room 10'), room('b', 'Room 2')];
  expect(sort([ten, two], 'en')).toEqual([two, ten]);
  const updated = room('b', 'Room 2', 2);
  expect(sort([ten, updated], 'en')).toEqual([updated, ten]);
});

test('[LIST-12] rooms that are added, removed, renamed or listed in another order are sorted again', () => {
  const sort = createRoomSorter();
  const [a, b, c] = [room('a', 'A'), room('b', 'B'), room('c', 'C')];
  expect(namesOf(sort([a, b], 'en'))).toEqual(['A', 'B']);
  expect(namesOf(sort([c, a, b], 'en'))).toEqual(['A', 'B', 'C']);
  expect(namesOf(sort([b, c], 'en'))).toEqual(['B', 'C']);
  expect(namesOf(sort([c, b], 'en'))).toEqual(['B', 'C']);
  expect(namesOf(sort([room('c', 'Annex'), b], 'en'))).toEqual(['Annex', 'B']);
});

test('[LIST-12] rooms are sorted again when the language changes', () => {
  const sort = createRoomSorter();
  const rooms = [room('a', 'Ä'), room('z', 'Z')];
  expect(namesOf(sort(rooms, 'de'))).toEqual(['Ä', 'Z']);
  expect(namesOf(sort(rooms, 'sv'))).toEqual(['Z', 'Ä']);
});
