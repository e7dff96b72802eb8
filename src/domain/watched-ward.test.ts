import { expect, test } from 'vitest';
import { isUnwatched, isWatching, unwatchedSince } from './watched-ward.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const now = 10 * day;

test('a ward is unwatched a minute after somebody last watched it, until a day has passed', () => {
  const after = (ms: number) => unwatchedSince(now - ms, 0, now);
  expect(after(minute - 1)).toBeUndefined();
  expect(after(minute)).toBe(now - minute);
  expect(after(day)).toBe(now - day);
  expect(after(day + 1)).toBeUndefined();
});

test('a ward that nobody has ever watched is not called unwatched', () => {
  expect(unwatchedSince(null, 0, now)).toBeUndefined();
});

test('a ward that was watched once stays unwatched, however long ago that was', () => {
  expect(isUnwatched(now - 9 * day, 0, now)).toBe(true);
  expect(isUnwatched(null, 0, now)).toBe(false);
});

test('a server that has just started waits a minute before it calls a ward unwatched', () => {
  expect(unwatchedSince(now - 5 * minute, now - minute + 1, now)).toBeUndefined();
  expect(unwatchedSince(now - 5 * minute, now - minute, now)).toBe(now - 5 * minute);
});

test('a ward whose last time is from the future, because the clock was set back, is unwatched from now on', () => {
  expect(unwatchedSince(now + 60 * minute, 0, now)).toBe(now);
});

test('staff watch a board that is visible and audible, unless somebody did not hear its test tone', () => {
  const board = { isVisible: true, isAudible: true, soundCheck: null };
  expect(isWatching(board)).toBe(true);
  expect(isWatching({ ...board, soundCheck: { isHeard: true } })).toBe(true);
  expect(isWatching({ ...board, soundCheck: { isHeard: false } })).toBe(false);
  expect(isWatching({ ...board, isVisible: false })).toBe(false);
  expect(isWatching({ ...board, isAudible: false })).toBe(false);
});
