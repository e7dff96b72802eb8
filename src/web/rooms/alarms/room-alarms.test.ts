import { expect, test } from 'vitest';
import { testStream } from '../../../../tests/support/test-stream.ts';
import { roomStatuses } from '../../../domain/room-status.ts';
import { alarmOf, isUnreachable, roomsWithAlarm } from './room-alarms.ts';

const room = (roomStatus: number, lastNotification: number | null = null, lastNotificationSent: string | null = null) =>
  testStream('a', { roomStatus, lastNotification, lastNotificationSent });

test('a fall, an intruder and a person on the floor are the only alarms; only camera_unreachable means unreachable', () => {
  const codes = roomStatuses.filter(({ code }) => alarmOf(room(code)) !== undefined).map(({ code }) => code);
  expect(codes).toEqual([1, 14, 17]);
  expect(alarmOf(room(99))).toBeUndefined();
  expect(roomStatuses.filter(({ code }) => isUnreachable(room(code))).map(({ code }) => code)).toEqual([12]);
});

test.each([
  ['over when the room status is normal again, whatever the last notification is', 5, 1, undefined],
  ['over when the bed is not detected', 7, 1, undefined],
  ['kept when the camera becomes unreachable', 12, 14, 'intruder_detected'],
  ['not raised by an unreachable camera', 12, null, undefined],
  ['not raised by an unreachable camera after another notification', 12, 3, undefined],
  ['not raised by a notification of an unreachable camera', 12, 12, undefined],
  ['named after the room status, not after an older notification', 14, 1, 'intruder_detected'],
] as const)('an alarm is %s', (_, roomStatus, lastNotification, alarm) => {
  expect(alarmOf(room(roomStatus, lastNotification))?.name).toBe(alarm);
});

test('the latest alarm comes first, and an alarm without a time comes last', () => {
  const untimed = room(1);
  const early = room(1, 1, '2026-01-15T03:11:38.000Z');
  const late = room(12, 17, '2026-01-15T03:11:39.000Z');
  const alarms = roomsWithAlarm([untimed, room(0), early, late]);
  expect(alarms.map((each) => each.room)).toEqual([late, early, untimed]);
  expect(alarms.map(({ alarm }) => alarm.name)).toEqual(['sitting_on_floor', 'man_down', 'man_down']);
});
