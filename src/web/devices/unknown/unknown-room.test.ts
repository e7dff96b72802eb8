import { expect, test } from 'vitest';
import { addDevice } from './unknown-room.ts';

const rooms = [
  { room: 'room-1', camera: 'cam-1', bed: 'bed-1' },
  { room: 'room-2', camera: 'cam-2' },
];

test('a device is added to the entry of its room in a connection, or in a second entry if another device has its role there', () => {
  expect(addDevice(rooms, 'room-2', { bed: 'bed-2' })[1]).toEqual({ room: 'room-2', camera: 'cam-2', bed: 'bed-2' });
  expect(addDevice(rooms, 'room-1', { bed: 'bed-9' })).toEqual([...rooms, { room: 'room-1', bed: 'bed-9' }]);
  expect(addDevice(rooms, 'room-3', { camera: 'cam-3' })).toEqual([...rooms, { room: 'room-3', camera: 'cam-3' }]);
  expect(addDevice(rooms, 'room-2', { camera: 'cam-2' })).toEqual(rooms);
});
