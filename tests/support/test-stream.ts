import type { Stream } from '../../src/contract/home/entities.ts';

/** Returns an active stream with the status "in bed" whose last notification was "out of bed". */
export const testStream = (uuid: string, change: Partial<Stream> = {}): Stream => ({
  uuid,
  displayName: uuid,
  wardUUID: 'ward',
  type: 'camera',
  status: 'ACTIVE',
  roomStatus: 5,
  lastNotification: 3,
  lastNotificationSent: '2026-01-15T03:11:38.000Z',
  revision: 1,
  alertRevision: 0,
  ...change,
});
