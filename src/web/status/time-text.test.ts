import { expect, test } from 'vitest';
import { formatStatusTime } from './time-text.ts';

const now = Date.UTC(2026, 2, 1, 12);

test.each([
  ['of today has no day', Date.UTC(2026, 2, 1, 2, 14, 5), 'en', '02:14:05'],
  ['of this year has its day', Date.UTC(2026, 1, 27, 2, 14, 5), 'en', '27 Feb, 02:14:05'],
  ['of another year has its year', Date.UTC(2025, 1, 27, 2, 14, 5), 'en', '27 Feb 2025, 02:14:05'],
  ['on the first day of a month is an ordinal in French', Date.UTC(2025, 2, 1, 2), 'fr', '1er mars 2025, 02:00:00'],
])('a time in the system status %s', (_case, instant, language, text) => {
  expect(formatStatusTime(instant, now, language)).toBe(text);
});
