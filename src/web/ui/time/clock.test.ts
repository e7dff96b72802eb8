import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { subscribeClock } from './clock.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a thousand shown times share one timer, and each is called at the end of each interval', () => {
  const calls = Array.from({ length: 1_000 }, () => vi.fn());
  const unsubscribes = calls.map((call) => subscribeClock(15_000, call));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(30_000);
  expect(calls.map((call) => call.mock.calls.length)).toEqual(calls.map(() => 2));
  for (const unsubscribe of unsubscribes) unsubscribe();
  expect(vi.getTimerCount(), 'a page that shows no time needs no timer').toBe(0);
});

test('a time that is removed from the page is no longer called, and the others are', () => {
  const [removed, shown] = [vi.fn(), vi.fn()];
  const unsubscribe = subscribeClock(1_000, removed);
  const unsubscribeShown = subscribeClock(1_000, shown);
  unsubscribe();
  vi.advanceTimersByTime(1_000);
  expect([removed.mock.calls.length, shown.mock.calls.length]).toEqual([0, 1]);
  unsubscribeShown();
});

test('a time that is shown after the last one was removed starts the shared timer again', () => {
  subscribeClock(1_000, vi.fn())();
  const again = vi.fn();
  const unsubscribe = subscribeClock(1_000, again);
  vi.advanceTimersByTime(1_000);
  expect(again).toHaveBeenCalledOnce();
  unsubscribe();
});
