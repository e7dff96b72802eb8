import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createChimeLimit } from './chime-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function countChimes() {
  const chime = vi.fn();
  return { limit: createChimeLimit(chime), count: () => chime.mock.calls.length };
}

test('[LIVE-2] the first notification plays the sound at once, and so does another one a second later', () => {
  const { limit, count } = countChimes();
  limit.request();
  expect(count()).toBe(1);
  vi.advanceTimersByTime(1_000);
  limit.request();
  expect(count()).toBe(2);
});

test('[LIVE-2] 20 notifications a second play the sound once a second, and a sound follows the last notification', () => {
  const { limit, count } = countChimes();
  for (let index = 0; index < 40; index += 1) {
    limit.request();
    vi.advanceTimersByTime(50);
  }
  expect(count()).toBe(3);
  vi.advanceTimersByTime(60_000);
  expect(count()).toBe(3);
  limit.request();
  expect(count()).toBe(4);
});

test('a board that was closed does not play a sound that was still due', () => {
  const { limit, count } = countChimes();
  limit.request();
  limit.request();
  limit.stop();
  vi.advanceTimersByTime(60_000);
  expect(count()).toBe(1);
});
