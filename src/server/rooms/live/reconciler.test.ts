import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { reconcileIntervalMs, startReconciler } from './reconciler.ts';

/** Undefined: the database does not tell whether another process has written. */
let version: number | undefined;
let externalWriteVersion: ReturnType<typeof vi.fn<() => number | undefined>>;
let read: ReturnType<typeof vi.fn<() => Promise<void>>>;
let warn: ReturnType<typeof vi.fn<(details: object, message: string) => void>>;
let reconciler: ReturnType<typeof startReconciler>;
beforeEach(() => {
  vi.useFakeTimers();
  externalWriteVersion = vi.fn(() => version);
  read = vi.fn(async () => undefined);
  warn = vi.fn();
  start(undefined);
});
afterEach(() => {
  reconciler.close();
  vi.useRealTimers();
});
function start(initialVersion: number | undefined): void {
  version = initialVersion;
  const log = { warn };
  reconciler = startReconciler({
    database: { externalWriteVersion },
    reconcile: read,
    log,
    elapsed: () => Date.now(),
  });
}
function restart(initialVersion: number): void {
  reconciler.close();
  start(initialVersion);
}
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
  restart(1);
  await pass(5);
  expect(reads()).toBe(0);
  version = 2;
  await pass(3);
  expect(reads()).toBe(1);
});

test('the reconciler reads the wards again when another process has written while it read them', async () => {
  restart(1);
  version = 2;
  read.mockImplementationOnce(async () => void (version = 3));
  await pass(3);
  expect(reads()).toBe(2);
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
    restart(1);
    version = 2;
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
    restart(1);
    externalWriteVersion.mockImplementationOnce(() => {
      throw new Error('no file');
    });
    await pass();
    expect([reads(), warn.mock.calls.length, reconciler.isFailing()]).toEqual([0, 1, true]);
    await pass();
    expect([reads(), reconciler.isFailing()]).toEqual([0, false]);
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
