import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { reconcileIntervalMs, startReconciler } from './reconciler.ts';

let hasExternalWrites: ReturnType<typeof vi.fn<() => Promise<boolean>>>;
let read: ReturnType<typeof vi.fn<() => Promise<void>>>;
let warn: ReturnType<typeof vi.fn<(details: object, message: string) => void>>;
let reconciler: ReturnType<typeof startReconciler>;
beforeEach(() => {
  vi.useFakeTimers();
  hasExternalWrites = vi.fn(async () => true);
  read = vi.fn(async () => undefined);
  warn = vi.fn();
  reconciler = startReconciler({
    database: { hasExternalWrites },
    reconcile: read,
    log: { warn },
    elapsed: () => Date.now(),
  });
});
afterEach(() => {
  reconciler.close();
  vi.useRealTimers();
});
const pass = (times = 1) => vi.advanceTimersByTimeAsync(times * reconcileIntervalMs);
const reads = () => read.mock.calls.length;

test('the reconciler reads the wards once per interval', async () => {
  await vi.advanceTimersByTimeAsync(reconcileIntervalMs - 1);
  expect(reads()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(reads()).toBe(1);
  await pass(3);
  expect(reads()).toBe(4);
});

test('the reconciler reads no ward while no other process has written', async () => {
  hasExternalWrites.mockResolvedValue(false);
  await pass(5);
  expect(reads()).toBe(0);
  hasExternalWrites.mockResolvedValueOnce(true);
  await pass(3);
  expect(reads()).toBe(1);
});

test('the interval between two reads of the wards starts when the first one has ended', async () => {
  const slow = Promise.withResolvers<void>();
  read.mockReturnValueOnce(slow.promise);
  await pass(10);
  expect(reads()).toBe(1);
  slow.resolve();
  await pass();
  expect(reads()).toBe(2);
});

describe('a failed read', () => {
  test('a failed read is retried until one succeeds, even if nobody has written, and is logged once', async () => {
    hasExternalWrites.mockResolvedValueOnce(true).mockResolvedValue(false);
    read.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('still away'));
    await pass(5);
    expect(reads()).toBe(3);
    expect(warn).toHaveBeenCalledOnce();
  });

  test('a failed read after a success is logged again', async () => {
    for (let times = 0; times < 2; times += 1) {
      read.mockRejectedValueOnce(new Error('away'));
      await pass(2);
    }
    expect(warn).toHaveBeenCalledTimes(2);
  });

  test('several failures of 3 s are no outage, because a failed read is retried within 600 ms', async () => {
    for (let outage = 0; outage < 4; outage += 1) {
      read.mockRejectedValue(new Error('away'));
      await vi.advanceTimersByTimeAsync(3_000);
      read.mockResolvedValue();
      await vi.advanceTimersByTimeAsync(600);
      expect([reconciler.isFailing(), reconciler.hasOutage()]).toEqual([false, false]);
    }
  });

  test('a failed check for external writes counts as a failed read', async () => {
    hasExternalWrites.mockRejectedValueOnce(new Error('no file')).mockResolvedValue(false);
    await pass();
    expect([reads(), warn.mock.calls.length]).toEqual([0, 1]);
    await pass();
    expect(reads()).toBe(1);
  });
});

test('the reconciler is failing after one failed read and has an outage after 10 s of failed reads, until a read succeeds', async () => {
  read.mockRejectedValue(new Error('away'));
  const states = [];
  for (const times of [1, 4, 1, 1]) {
    if (states.length === 3) read.mockResolvedValue();
    await pass(times);
    states.push([reconciler.isFailing(), reconciler.hasOutage()]);
  }
  expect(states).toEqual([
    [true, false],
    [true, false],
    [true, true],
    [false, false],
  ]);
});

test('a closed reconciler finishes the running read of the wards and starts no other', async () => {
  const slow = Promise.withResolvers<void>();
  read.mockReturnValueOnce(slow.promise);
  await pass();
  reconciler.close();
  slow.resolve();
  await pass(5);
  expect(reads()).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});
