import { expect, test } from 'vitest';
import { validCheck } from './sound-check.ts';

const now = Date.parse('2026-01-15T22:00:00Z');
const hourMs = 3_600_000;

test.each([
  ['is valid for a shift', `${now - 7 * hourMs} heard`, { at: now - 7 * hourMs, isHeard: true }],
  ['that nobody heard the tone is kept', `${now} not-heard`, { at: now, isHeard: false }],
  ['is asked again after 8 hours', `${now - 8 * hourMs} heard`, undefined],
  ['from the future is asked again', `${now + hourMs} heard`, undefined],
  ['is asked for on a new device', null, undefined],
  ['that cannot be read is asked again', 'yes', undefined],
])('the answer to the test tone %s', (_, text, check) => {
  expect(validCheck(text, now)).toEqual(check);
});
