import { expect, test } from 'vitest';
import { parseSoundCheck } from './sound-check.ts';

const now = Date.parse('2026-01-15T22:00:00Z');
const hourMs = 3_600_000;

test.each([
  ['is valid for a shift', `${now - 7 * hourMs} heard`, { at: now - 7 * hourMs, isHeard: true }],
  ['is kept also if nobody heard the tone', `${now} not-heard`, { at: now, isHeard: false }],
  ['is asked for again after 8 hours', `${now - 8 * hourMs} heard`, undefined],
  ['is asked for again if its time is in the future', `${now + hourMs} heard`, undefined],
  ['is asked for in a new browser', null, undefined],
  ['is asked for again if it cannot be read', 'yes', undefined],
])('the answer to the test tone %s', (_, text, check) => {
  expect(parseSoundCheck(text, now)).toEqual(check);
});
