import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startIdleTimeout } from './idle-timeout.ts';

const onDelayed = vi.fn<() => void>();
const onTimeout = vi.fn<() => void>();
let idleTimeout: ReturnType<typeof startIdleTimeout>;

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  idleTimeout = startIdleTimeout({ delayedAfterMs: 15_000, lostAfterMs: 30_000, onDelayed, onTimeout });
});
afterEach(() => {
  idleTimeout.stop();
  vi.useRealTimers();
});

it('a connection is reported as delayed once after each reset', () => {
  vi.advanceTimersByTime(20_000);
  idleTimeout.reset();
  vi.advanceTimersByTime(20_000);
  expect(onDelayed).toHaveBeenCalledTimes(2);
  expect(onTimeout).not.toHaveBeenCalled();
});

it('a computer that slept for a minute times out, although its monotonic clock stood still', () => {
  vi.setSystemTime(Date.now() + 60_000);
  vi.advanceTimersByTime(1_000);
  expect(onTimeout).toHaveBeenCalledOnce();
});
