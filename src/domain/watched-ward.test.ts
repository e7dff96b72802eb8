import { expect, test } from 'vitest';
import { isUnwatched, isWatching, unwatchedStartOf } from './watched-ward.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const now = 10 * day;

test('a ward counts as unwatched from one minute until one day after a board last reported to show it', () => {
  const after = (ms: number) => unwatchedStartOf(now - ms, 0, now);
  expect(after(minute - 1)).toBeUndefined();
  expect(after(minute)).toBe(now - minute);
  expect(after(day)).toBe(now - day);
  expect(after(day + 1)).toBeUndefined();
});

test('a ward that no board has ever shown does not count as unwatched', () => {
  expect(unwatchedStartOf(null, 0, now)).toBeUndefined();
});

test('a ward that a board has shown once needs a stand-in board however long ago it was last watched', () => {
  expect(isUnwatched(now - 9 * day, 0, now)).toBe(true);
  expect(isUnwatched(null, 0, now)).toBe(false);
});

test('a server that has just started waits a minute for boards before it reports a ward as unwatched', () => {
  expect(unwatchedStartOf(now - 5 * minute, now - minute + 1, now)).toBeUndefined();
  expect(unwatchedStartOf(now - 5 * minute, now - minute, now)).toBe(now - 5 * minute);
});

test('a ward whose last report has a future time, because the clock was set back, is unwatched at once', () => {
  expect(unwatchedStartOf(now + 60 * minute, 0, now)).toBe(now);
});

test('staff watch a board if it is visible and audible and nobody answered that its test tone was not heard', () => {
  const board = { isVisible: true, isAudible: true, soundCheck: null };
  expect(isWatching(board)).toBe(true);
  expect(isWatching({ ...board, soundCheck: { isHeard: true } })).toBe(true);
  expect(isWatching({ ...board, soundCheck: { isHeard: false } })).toBe(false);
  expect(isWatching({ ...board, isVisible: false })).toBe(false);
  expect(isWatching({ ...board, isAudible: false })).toBe(false);
});
