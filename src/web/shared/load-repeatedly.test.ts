import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadRepeatedly } from './load-repeatedly.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('code that cannot be loaded without a network is loaded when the network is back', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('no network')).mockResolvedValue('code');
  const loading = loadRepeatedly('The alerts', load);
  await vi.runAllTimersAsync();
  await expect(loading).resolves.toBe('code');
  expect(console.error).toHaveBeenCalledWith('The alerts could not be loaded, reason:', new Error('no network'));
});

it('code is not loaded again after the page that needed it was left', async () => {
  const leaving = new AbortController();
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('no network'));
  const loading = expect(loadRepeatedly('The alerts', load, leaving.signal)).rejects.toThrow(/abort/);
  await vi.advanceTimersByTimeAsync(0);
  leaving.abort();
  await vi.runAllTimersAsync();
  await loading;
  expect(console.error).not.toHaveBeenCalled();
  expect(load).toHaveBeenCalledOnce();
});
