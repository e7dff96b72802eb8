import { expect, test } from 'vitest';
import { formatAge } from './durations.ts';

test.each([
  [null, 'never'],
  [-5, '0 s'],
  [59.9, '59 s'],
  [179, '2 min'],
  [2.9 * 3_600, '2 h'],
  [71 * 3_600, '2 d'],
])('an age is rounded down: after %s seconds it is %s', (seconds, text) => {
  const now = 1_000_000_000;
  expect(formatAge(seconds === null ? null : now - seconds * 1_000, now)).toBe(text);
});
