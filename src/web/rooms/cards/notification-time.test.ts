import { describe, expect, test } from 'vitest';
import { clockTime } from '../../ui/clock-time.ts';
import { age, fullTime } from './notification-time.ts';

const at = (hours: number, minutes: number, seconds: number): string =>
  new Date(2026, 0, 15, hours, minutes, seconds).toISOString();

describe('times on the board', () => {
  test('[WARD-3] a time is written HH:mm:ss, 24 hours, with leading zeros', () => {
    expect(clockTime(at(3, 1, 9))).toBe('03:01:09');
    expect(clockTime(at(23, 59, 0))).toBe('23:59:00');
  });

  test('the age is told in the language of the reader', () => {
    const now = new Date(at(3, 11, 40)).getTime();
    expect(age(at(3, 11, 39), now, 'en')).toBe('now');
    expect(age(at(2, 59, 40), now, 'en')).toBe('12 min. ago');
    expect(age(at(1, 0, 0), now, 'de')).toBe('vor 2 Std.');
  });

  test('minutes are told until two hours are over', () => {
    const now = new Date(at(5, 0, 0)).getTime();
    expect(age(at(4, 0, 0), now, 'en')).toBe('60 min. ago');
    expect(age(at(3, 0, 1), now, 'en')).toBe('119 min. ago');
    expect(age(at(3, 0, 0), now, 'en')).toBe('2 hr. ago');
    expect(age(at(2, 0, 1), now, 'en')).toBe('2 hr. ago');
  });

  test('02:14:05 of yesterday is not tonight', () => {
    const now = new Date(2026, 0, 16, 3, 0, 0).getTime();
    expect(age(at(2, 14, 5), now, 'en')).toBe('1 day ago');
    expect(fullTime(at(2, 14, 5), 'en')).toContain('15');
  });

  test('a time ahead of this screen reads as now, never as the future', () => {
    expect(age(at(4, 0, 0), new Date(at(3, 0, 0)).getTime(), 'en')).toBe('now');
  });
});
