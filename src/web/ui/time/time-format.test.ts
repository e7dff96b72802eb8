import { expect, test } from 'vitest';
import { formatClockTime, formatRelativeTime, formatElapsedTime } from './time-format.ts';

const at = (hours: number, minutes: number, seconds: number): string =>
  new Date(2026, 0, 15, hours, minutes, seconds).toISOString();

test('[WARD-3] a time is shown as HH:mm:ss with 24 hours and leading zeros', () => {
  expect(formatClockTime(at(3, 1, 9))).toBe('03:01:09');
  expect(formatClockTime(at(23, 59, 0))).toBe('23:59:00');
});

test.each([
  ['1 second', 'en', 1_000, 'now'],
  ['59 seconds', 'en', 59_000, 'now'],
  ['1 minute', 'en', 60_000, '1 min ago'],
  ['12 minutes', 'en', 12 * 60_000, '12 min ago'],
  ['119 minutes', 'en', 119 * 60_000, '119 min ago'],
  ['120 minutes', 'en', 120 * 60_000, '2 hr ago'],
  ['179 minutes', 'en', 179 * 60_000, '2 hr ago'],
  ['24 hours', 'en', 24 * 3_600_000, '1 day ago'],
  ['2 hours', 'de', 2 * 3_600_000, 'vor 2 Std.'],
  ['a second ahead of the clock of this screen', 'en', -1_000, 'now'],
  ['an hour ahead of the clock of this screen', 'en', -3_600_000, 'now'],
])('a notification with the age "%s" shows its age in words of the language %s', (_, language, elapsedMs, text) => {
  const now = new Date(at(3, 0, 0)).getTime();
  expect(formatRelativeTime(new Date(now - elapsedMs).toISOString(), now, language)).toBe(text);
});

test.each([
  [-5_000, '00:00'],
  [59_999, '00:59'],
  [61_000, '01:01'],
  [3_599_999, '59:59'],
  [3_600_000 + 62_000, '1:01:02'],
])('the timer of an alert that started %d ms ago reads %s', (elapsedMs, text) => {
  expect(formatElapsedTime('2026-03-01T02:14:05Z', Date.UTC(2026, 2, 1, 2, 14, 5) + elapsedMs)).toBe(text);
});
