import { expect, it } from 'vitest';
import { calendarDay, clockTime } from './clock-time.ts';

const instant = new Date(2026, 10, 20, 18, 5, 14).getTime();

it('writes a time with 24 hours, and a day as the language does', () => {
  expect(clockTime(instant)).toBe('18:05:14');
  expect(['en', 'de', 'fr', 'hu'].map((language) => calendarDay(instant, language))).toEqual([
    'November 20',
    '20. November',
    '20 novembre',
    'november 20.',
  ]);
  expect(calendarDay(instant, 'en', 'short')).toBe('Nov 20');
});
