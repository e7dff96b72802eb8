import { expect, test } from 'vitest';
import { maxListedRooms } from '../../../contract/manage/rules.ts';
import { createAlertCounts } from './alert-counts.ts';

const night = { from: 0, to: 100, evening: '2026-03-01' };
const alert = { status: 3, priority: 'medium', startedAt: 5 } as const;

test('all rooms with another number of alerts are counted, also those beyond the listed ones', () => {
  const rooms = Array.from({ length: maxListedRooms + 5 }, (_none, index) => ({
    uuid: String(index),
    displayName: `Room ${index}`,
    wardName: 'Ward X',
  }));
  const counts = createAlertCounts([night], rooms);
  for (const { uuid } of rooms) counts.add('after', uuid, { ...alert, raisedAt: 5 });
  counts.add('before', '0', { ...alert, raisedAt: 6 });
  const counted = counts.result(0);
  expect(counted.rooms).toHaveLength(maxListedRooms);
  expect(counted.changedRoomCount).toBe(maxListedRooms + 4);
});
