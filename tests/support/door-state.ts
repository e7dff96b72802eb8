/** A door of which nothing has been heard yet, for tests of its rules. */
import { doorRulesOf } from '../../src/domain/door-rules.ts';
import type { DoorState } from '../../src/domain/door.ts';

export const now = Date.UTC(2026, 0, 15, 3, 11, 40);
export const rules = doorRulesOf('camera', { holdOff: { out_of_bed: 5 } });
export const [fall, outOfBed, inBed, bathroom] = [1, 3, 5, 6] as const;

export const fresh: DoorState = {
  roomStatus: -1,
  lastNotification: null,
  lastNotificationSent: null,
  revision: 0,
  reportedAt: null,
  seenAt: null,
  statusBeforeSilence: null,
  pending: null,
};
