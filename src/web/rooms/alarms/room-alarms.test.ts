import { describe, expect, test } from 'vitest';
import { roomStatuses } from '../../../domain/room-status.ts';
import { roomsWithAlarm, alarmOf, isUnreachable } from './room-alarms.ts';

const room = (
  roomStatus: number,
  lastNotification: number | null = null,
  lastNotificationSent: string | null = null,
) => ({
  roomStatus,
  lastNotification,
  lastNotificationSent,
});

describe('which rooms need somebody', () => {
  test('those whose status is of high priority: a fall, an intruder, someone on the floor', () => {
    const codes = roomStatuses.filter(({ code }) => alarmOf(room(code)) !== undefined).map(({ code }) => code);
    expect(codes).toEqual([1, 14, 17]);
    expect(alarmOf(room(99))).toBeUndefined();
  });

  test('an alarm that is over is none, whatever was last told', () => {
    expect(alarmOf(room(0, 1))).toBeUndefined();
    expect(alarmOf(room(5, 17))).toBeUndefined();
    expect(alarmOf(room(7, 1))).toBeUndefined();
  });

  test('a fall stays one when its camera falls silent', () => {
    expect(alarmOf(room(12, 1))?.name).toBe('man_down');
    expect(alarmOf(room(12, 14))?.name).toBe('intruder_detected');
    expect(alarmOf(room(12, 12))).toBeUndefined();
    expect(alarmOf(room(12, 3))).toBeUndefined();
    expect(alarmOf(room(12))).toBeUndefined();
  });

  test('what is told is the alarm of now, not the one before it', () => {
    expect(alarmOf(room(14, 1))?.name).toBe('intruder_detected');
  });

  test('the latest comes first, and one of unknown time last', () => {
    const unknown = room(1);
    const early = room(1, 1, '2026-01-15T03:11:38.000Z');
    const late = room(12, 17, '2026-01-15T03:11:39.000Z');
    const found = roomsWithAlarm([unknown, room(0), early, late]);
    expect(found.map(({ room: each }) => each)).toEqual([late, early, unknown]);
    expect(found.map(({ alarm }) => alarm.name)).toEqual(['sitting_on_floor', 'man_down', 'man_down']);
  });

  test('a room nobody sees into is one whose camera is unreachable', () => {
    expect(roomStatuses.filter(({ code }) => isUnreachable(room(code))).map(({ code }) => code)).toEqual([12]);
  });
});
