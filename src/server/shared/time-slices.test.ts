import { expect, test } from 'vitest';
import { createTimeSlices } from './time-slices.ts';

/** Returns slices whose pieces of work take the given milliseconds, and the turn of the event loop of each piece. */
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

test('work of a few milliseconds shares a turn of the event loop, and the rest follows in later turns, in order', async () => {
  expect(await start([1, 1, 1])).toEqual([0, 0, 0]);
  expect(await start([1, 2, 1, 1, 3, 1])).toEqual([0, 0, 0, 1, 1, 2]);
});

test('a long piece of work runs alone', async () => {
  expect(await start([9, 9, 1, 9])).toEqual([0, 1, 2, 2]);
});

test('work that is passed while other work runs follows it', async () => {
  const runInSlice = createTimeSlices();
  const order: string[] = [];
  const inner = Promise.withResolvers<void>();
  await runInSlice(() => {
    void runInSlice(() => {
      order.push('inner');
      inner.resolve();
    });
    order.push('outer');
  });
  await inner.promise;
  expect(await runInSlice(() => order)).toEqual(['outer', 'inner']);
});

test('work that throws rejects its own promise, and the next work runs', async () => {
  const runInSlice = createTimeSlices();
  const failed = runInSlice(() => {
    throw new Error('broken');
  });
  const next = runInSlice(() => 'done');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
