import { expect, test } from 'vitest';
import type { Stream } from '../../domain/stream.ts';
import { announcementKey } from './update-announcer.tsx';

const room = (roomStatus: number, revision: number): Stream => ({
  uuid: 'a',
  displayName: 'Room 1',
  wardUUID: 'ward',
  type: 'camera',
  status: 'ACTIVE',
  roomStatus,
  lastNotification: roomStatus,
  lastNotificationSent: '2026-01-15T03:11:38.000Z',
  revision,
});

test('a second fall in the same room is announced again, although the text is the same', () => {
  expect(announcementKey([room(1, 2)])).not.toBe(announcementKey([room(1, 3)]));
});
