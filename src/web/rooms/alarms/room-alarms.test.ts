import { expect, test } from 'vitest';
import { roomStatuses } from '../../../domain/room-status.ts';
import { alarmOf, isUnreachable, roomsWithAlarm } from './room-alarms.ts';

const room = (
  roomStatus: number,
  lastNotification: number | null = null,
  lastNotificationSent: string | null = null,
) => ({
  roomStatus,
  lastNotification,
  lastNotificationSent,
});

test('a fall, an intruder and a person on the floor are alarms, and no other status is', () => {
  const codes = roomStatuses.filter(({ code }) => alarmOf(room(code)) !== undefined).map(({ code }) => code);
  expect(codes).toEqual([1, 14, 17]);
  expect(alarmOf(room(99))).toBeUndefined();
});

test.each([0, 5, 7])('an alarm is over when the room status is %i again, whatever the last notification is', (code) => {
  expect(alarmOf(room(code, 1))).toBeUndefined();
});

test('a room stays an alarm when its camera becomes unreachable', () => {
  expect(alarmOf(room(12, 1))?.name).toBe('man_down');
  expect(alarmOf(room(12, 14))?.name).toBe('intruder_detected');
});

test.each([null, 3, 12])('an unreachable camera is no alarm after the last notification %s', (lastNotification) => {
  expect(alarmOf(room(12, lastNotification))).toBeUndefined();
});

test('the alarm is the room status, not an older notification', () => {
  expect(alarmOf(room(14, 1))?.name).toBe('intruder_detected');
});

test('the latest alarm comes first, and one without a time last', () => {
  const untimed = room(1);
  const early = room(1, 1, '2026-01-15T03:11:38.000Z');
  const late = room(12, 17, '2026-01-15T03:11:39.000Z');
  const alarms = roomsWithAlarm([untimed, room(0), early, late]);
  expect(alarms.map((each) => each.room)).toEqual([late, early, untimed]);
  expect(alarms.map(({ alarm }) => alarm.name)).toEqual(['sitting_on_floor', 'man_down', 'man_down']);
});

test('only the status "camera unreachable" counts as unreachable', () => {
  expect(roomStatuses.filter(({ code }) => isUnreachable(room(code))).map(({ code }) => code)).toEqual([12]);
});
