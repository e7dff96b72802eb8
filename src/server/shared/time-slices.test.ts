import { expect, test } from 'vitest';
import { createTimeSlices } from './time-slices.ts';

/** Runs pieces of work that take the given milliseconds. Records in which turn of the event loop each piece ran. */
function start(piecesMs: readonly number[]) {
  let now = 0;
  let turn = 0;
  const runInSlice = createTimeSlices(() => now);
  const turns = piecesMs.map((ms) =>
    runInSlice(() => {
      now += ms;
      return turn;
    }),
  );
  const count = (): void => {
    turn += 1;
    if (turn < 20) setImmediate(count);
  };
  setImmediate(count);
  return Promise.all(turns);
}

test('pieces of work share a turn of the event loop for a few milliseconds, and further pieces follow in later turns, in order', async () => {
  expect(await start([1, 1, 1])).toEqual([0, 0, 0]);
  expect(await start([1, 2, 1, 1, 3, 1])).toEqual([0, 0, 0, 1, 1, 2]);
});

test('a long piece of work runs alone', async () => {
  expect(await start([9, 9, 1, 9])).toEqual([0, 1, 2, 2]);
});

test('a piece of work that throws rejects the promise of its own caller only, and the next piece runs', async () => {
  const runInSlice = createTimeSlices();
  const failed = runInSlice(() => {
    throw new Error('broken');
  });
  const next = runInSlice(() => 'done');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
