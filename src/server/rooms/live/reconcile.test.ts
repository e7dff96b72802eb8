import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { reconcileIntervalMs, startReconciler, type Reconciler } from './reconcile.ts';

let hasExternalWrites: ReturnType<typeof vi.fn<() => Promise<boolean>>>;
let read: ReturnType<typeof vi.fn<() => Promise<void>>>;
let warn: ReturnType<typeof vi.fn<(details: object, message: string) => void>>;
let isBack: () => void;
let repair: Reconciler;
beforeEach(() => {
  vi.useFakeTimers();
  hasExternalWrites = vi.fn(async () => true);
  read = vi.fn(async () => undefined);
  warn = vi.fn();
  repair = startReconciler({
    database: { hasExternalWrites },
    bus: {
      onReconnect: (listener) => {
        isBack = listener;
        return () => {
          isBack = () => undefined;
        };
      },
    },
    read,
    log: { warn },
    elapsed: () => Date.now(),
  });
});
afterEach(() => {
  repair.close();
  vi.useRealTimers();
});
const pass = (times = 1) => vi.advanceTimersByTimeAsync(times * reconcileIntervalMs);
const reads = () => read.mock.calls.length;

test('reads again and again, and not before its time', async () => {
  await vi.advanceTimersByTimeAsync(reconcileIntervalMs - 1);
  expect(reads()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(reads()).toBe(1);
  await pass(3);
  expect(reads()).toBe(4);
});

test('reads nothing while nobody else has written', async () => {
  hasExternalWrites.mockResolvedValue(false);
  await pass(5);
  expect(reads()).toBe(0);
  hasExternalWrites.mockResolvedValueOnce(true);
  await pass(3);
  expect(reads()).toBe(1);
});

test('the next reading begins its time after the one before has ended', async () => {
  const slow = Promise.withResolvers<void>();
  read.mockReturnValueOnce(slow.promise);
  await pass(10);
  expect(reads()).toBe(1);
  slow.resolve();
  await pass();
  expect(reads()).toBe(2);
});

describe('when the bus is back', () => {
  test('reads at once, whether or not anybody has written', async () => {
    hasExternalWrites.mockResolvedValue(false);
    isBack();
    await vi.advanceTimersByTimeAsync(0);
    expect(reads()).toBe(1);
    await pass();
    expect(reads()).toBe(1);
  });

  test('the next reading has its time from then', async () => {
    await vi.advanceTimersByTimeAsync(reconcileIntervalMs / 2);
    isBack();
    await vi.advanceTimersByTimeAsync(reconcileIntervalMs - 1);
    expect(reads()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(reads()).toBe(2);
  });

  test('what was read before does not count: after a reading that is under way comes another', async () => {
    hasExternalWrites.mockResolvedValue(false);
    const slow = Promise.withResolvers<void>();
    read.mockReturnValueOnce(slow.promise);
    isBack();
    await vi.advanceTimersByTimeAsync(0);
    for (let times = 0; times < 3; times += 1) isBack();
    expect(reads()).toBe(1);
    slow.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(reads()).toBe(2);
    await pass(3);
    expect(reads()).toBe(2);
  });
});

describe('a reading that fails', () => {
  test('is tried again until one has succeeded, though nobody has written since, and is told once', async () => {
    hasExternalWrites.mockResolvedValueOnce(true).mockResolvedValue(false);
    read.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('still away'));
    await pass(5);
    expect(reads()).toBe(3);
    expect(warn).toHaveBeenCalledOnce();
  });

  test('is told anew when it happens again after a success', async () => {
    for (let times = 0; times < 2; times += 1) {
      read.mockRejectedValueOnce(new Error('away'));
      await pass(2);
    }
    expect(warn).toHaveBeenCalledTimes(2);
  });

  test('does not hinder the one that the bus asks for meanwhile', async () => {
    const slow = Promise.withResolvers<void>();
    read.mockReturnValueOnce(slow.promise);
    isBack();
    await vi.advanceTimersByTimeAsync(0);
    isBack();
    slow.reject(new Error('away'));
    await vi.advanceTimersByTimeAsync(0);
    expect(reads()).toBe(2);
  });

  test('is tried again soon: short outages that follow each other are none that lasts', async () => {
    for (let outage = 0; outage < 4; outage += 1) {
      read.mockRejectedValue(new Error('away'));
      await vi.advanceTimersByTimeAsync(3_000);
      read.mockResolvedValue();
      await vi.advanceTimersByTimeAsync(600);
      expect([repair.isInDoubt(), repair.isFailing()]).toEqual([false, false]);
    }
  });

  test('may be the question whether anybody has written', async () => {
    hasExternalWrites.mockRejectedValueOnce(new Error('no file')).mockResolvedValue(false);
    await pass();
    expect([reads(), warn.mock.calls.length]).toEqual([0, 1]);
    await pass();
    expect(reads()).toBe(1);
  });
});

test('what cannot be read for some time is trouble, until it is read again', async () => {
  read.mockRejectedValue(new Error('away'));
  await pass(5);
  expect(repair.isFailing()).toBe(false);
  await pass(1);
  expect(repair.isFailing()).toBe(true);
  read.mockResolvedValue();
  await pass(1);
  expect(repair.isFailing()).toBe(false);
});

test('after a single failure it is in doubt whether boards are right, until they are read again', async () => {
  read.mockRejectedValueOnce(new Error('away'));
  await pass(1);
  expect([repair.isInDoubt(), repair.isFailing()]).toEqual([true, false]);
  await pass(1);
  expect(repair.isInDoubt()).toBe(false);
});

describe('once it is closed', () => {
  test('nothing is read any more, whatever the bus says', async () => {
    const listener = isBack;
    repair.close();
    listener();
    isBack();
    await pass(5);
    expect(reads()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ['', () => undefined],
    [', though the bus asked for another', () => isBack()],
  ])('a reading that is under way is the last%s', async (_words, before) => {
    const slow = Promise.withResolvers<void>();
    read.mockReturnValueOnce(slow.promise);
    await pass();
    before();
    repair.close();
    slow.resolve();
    await pass(5);
    expect(reads()).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
