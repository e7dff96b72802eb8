import { expect, test, vi } from 'vitest';
import { runRepeatedly } from './run-repeatedly.ts';

test('a task continues after failures, of several in a row the first is reported, and a stop waits for the present run', async () => {
  const failures: unknown[] = [];
  const running = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let runs = 0;
  const repeated = runRepeatedly(
    async (signal) => {
      runs += 1;
      if (runs <= 2 || runs === 4) throw new Error(`run ${runs}`);
      if (runs < 5) return;
      running.resolve();
      await ended.promise;
      expect(signal.aborted).toBe(true);
    },
    { intervalMs: 1, onFailure: (error) => failures.push(String(error)) },
  );
  await running.promise;
  let isStopped = false;
  const stopped = repeated.stop().then(() => (isStopped = true));
  await Promise.resolve();
  expect(isStopped).toBe(false);
  ended.resolve();
  await stopped;
  expect(runs).toBe(5);
  expect(failures).toEqual(['Error: run 1', 'Error: run 4']);
});

test('the time since the last run that did not fail goes on while a task fails, and begins anew with a run that does not', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const ages: number[] = [];
  const done = Promise.withResolvers<void>();
  const repeated = runRepeatedly(
    async () => {
      ages.push(repeated.secondsSinceSuccess());
      now += 10_000;
      if (ages.length === 5) done.resolve();
      if (ages.length === 2 || ages.length === 3) throw new Error('failed');
    },
    { intervalMs: 1, isDelayed: true, onFailure: () => undefined },
  );
  await done.promise;
  await repeated.stop();
  vi.restoreAllMocks();
  expect(ages).toEqual([0, 0, 10, 20, 0]);
});

test('a task that is woken runs at once, also when that happens during its run', async () => {
  const ran = Promise.withResolvers<void>();
  let runs = 0;
  const repeated = runRepeatedly(
    async () => {
      runs += 1;
      if (runs === 2) repeated.wake();
      if (runs === 3) ran.resolve();
    },
    { intervalMs: 600_000, onFailure: () => undefined },
  );
  await Promise.resolve();
  repeated.wake();
  await ran.promise;
  await repeated.stop();
  expect(runs).toBe(3);
});

test('a delayed task that is stopped before its first run never runs', async () => {
  let runs = 0;
  const count = async () => void (runs += 1);
  await runRepeatedly(count, { intervalMs: 60_000, isDelayed: true, onFailure: () => undefined }).stop();
  expect(runs).toBe(0);
});
