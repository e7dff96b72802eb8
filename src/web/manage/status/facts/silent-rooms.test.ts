import { expect, test } from 'vitest';
import { findingOf } from '../../../../domain/status/finding.ts';
import { unlistedSilentRooms } from './silent-rooms.ts';

const room = { room: 'Room 1', ward: 'Ward X', location: 'Harbour House', since: null };

test('the silent rooms that the list leaves out are counted', () => {
  const silent = { ...findingOf('devices-silent'), values: { count: 3, total: 9 } };
  const works = { ...findingOf('devices-ok'), values: { total: 9 } };
  expect(unlistedSilentRooms({ findings: [silent], silentRooms: [room] })).toBe(2);
  expect(unlistedSilentRooms({ findings: [silent], silentRooms: [room, room, room] })).toBe(0);
  expect(unlistedSilentRooms({ findings: [works], silentRooms: [] })).toBe(0);
});
