import { expect, test } from 'vitest';
import type { Room } from '../../../domain/room.ts';
import { isSameButton } from './room-options-button.tsx';

const room: Room = {
  uuid: 'a',
  displayName: 'Room 1',
  status: 'ACTIVE',
  roomStatus: 0,
  lastNotification: null,
  lastNotificationSent: null,
  alertRevision: 1,
};

test('the options button of a room is rendered again when its name or its rules change, not for a new status', () => {
  const isSame = (change: Partial<Room>) => isSameButton({ room }, { room: { ...room, ...change } });
  expect(isSame({ roomStatus: 1, lastNotification: 1, alertRevision: 2, alerts: [] })).toBe(true);
  expect(isSame({ uuid: 'b' })).toBe(false);
  expect(isSame({ displayName: 'Room 2' })).toBe(false);
  expect(isSame({ alertRules: [] })).toBe(false);
  expect(isSame({ alertRevision: undefined }), 'a server without alerts has no options').toBe(false);
});
