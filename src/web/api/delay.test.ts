import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { delay } from './delay.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a delay resolves after its time and leaves no listener at the signal', async () => {
  const { signal } = new AbortController();
  const ended = delay(2_000, signal).then(() => 'over');
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(ended).resolves.toBe('over');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('a delay rejects when its signal aborts, and leaves no timer', async () => {
  const waiting = new AbortController();
  const ended = expect(delay(2_000, waiting.signal)).rejects.toThrow('left');
  waiting.abort(new Error('left'));
  await ended;
  await expect(delay(2_000, waiting.signal)).rejects.toThrow('left');
  expect(vi.getTimerCount()).toBe(0);
});
