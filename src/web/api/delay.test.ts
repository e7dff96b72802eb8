import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { delay } from './delay.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a delay', () => {
  it('ends after its time', async () => {
    const ended = delay(2_000).then(() => 'over');
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(ended).resolves.toBe('over');
  });

  it('ends with the abort of whoever waits, and leaves no timer', async () => {
    const waiting = new AbortController();
    const ended = expect(delay(2_000, waiting.signal)).rejects.toThrow('left');
    waiting.abort(new Error('left'));
    await ended;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves nothing at a signal that lives on', async () => {
    const { signal } = new AbortController();
    const ended = delay(2_000, signal);
    await vi.advanceTimersByTimeAsync(2_000);
    await ended;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('does not begin when that was before', async () => {
    await expect(delay(2_000, AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
    expect(vi.getTimerCount()).toBe(0);
  });
});
