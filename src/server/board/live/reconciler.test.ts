import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { reconcileIntervalMs, startReconciler } from './reconciler.ts';

/** The version of external writes. Undefined: the database does not tell whether another process has written. */
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
const readCount = () => read.mock.calls.length;

test('the reconciler does not read the wards while no other process has written to the database', async () => {
  restart(1);
  await pass(5);
  expect(readCount()).toBe(0);
  version = 2;
  await pass(3);
  expect(readCount()).toBe(1);
});

test('the reconciler reads the wards again when another process has written while it read them', async () => {
  restart(1);
  version = 2;
  read.mockImplementationOnce(async () => void (version = 3));
  await pass(3);
  expect(readCount()).toBe(2);
});

describe('a failed read of the wards', () => {
  test('a failed read of the wards is retried until one succeeds, even if no process has written, and is logged once', async () => {
    restart(1);
    version = 2;
    read.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('still away'));
    await pass(5);
    expect(readCount()).toBe(3);
    expect(warn).toHaveBeenCalledOnce();
  });

  test('a failed check whether other processes have written counts as a failed read of the wards', async () => {
    restart(1);
    externalWriteVersion.mockImplementationOnce(() => {
      throw new Error('no file');
    });
    await pass();
    expect([readCount(), warn.mock.calls.length, reconciler.isFailing()]).toEqual([0, 1, true]);
    await pass();
    expect([readCount(), reconciler.isFailing()]).toEqual([0, false]);
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
