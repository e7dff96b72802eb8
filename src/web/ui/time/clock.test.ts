import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { subscribeClock } from './clock.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a thousand subscribers of the clock share one timer, and each is called at the end of each interval', () => {
  const calls = Array.from({ length: 1_000 }, () => vi.fn());
  const unsubscribes = calls.map((call) => subscribeClock(15_000, call));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(30_000);
  expect(calls.map((call) => call.mock.calls.length)).toEqual(calls.map(() => 2));
  for (const unsubscribe of unsubscribes) unsubscribe();
  expect(vi.getTimerCount(), 'a page that shows no time needs no timer').toBe(0);
});
