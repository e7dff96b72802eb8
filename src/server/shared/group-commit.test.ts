import { expect, test, vi } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

function recorder(maxWeight = 100) {
  const groups: number[][] = [];
  const commit = createGroupCommit<number, string>({
    weightOf: (item) => item,
    maxWeight,
    isItemFault: (error) => error instanceof Error && error.message === 'item fault',
    commit: async (items) => {
      groups.push([...items]);
      if (items.includes(13)) throw new Error('item fault');
      if (items.includes(17)) throw new Error('the database is unavailable');
      await new Promise(setImmediate);
      return { answers: items.map((item) => `answer to ${item}`) };
    },
  });
  return { groups, ...commit };
}

test('items submitted in one turn, or during a running commit, share a commit and get separate answers', async () => {
  const { groups, submit } = recorder();
  const first = [submit(1), submit(2)];
  await new Promise(setImmediate);
  const answers = await Promise.all([...first, submit(3), submit(4)]);
  expect(answers).toEqual([1, 2, 3, 4].map((item) => `answer to ${item}`));
  expect(groups).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test('the items of a commit weigh no more than the maximum, except for a single item that is heavier', async () => {
  const { groups, submit } = recorder(10);
  await Promise.all([6, 4, 1, 50, 2].map(submit));
  expect(groups).toEqual([[6, 4], [1], [50], [2]]);
});

test('an item that makes its group fail is the only one that is rejected', async () => {
  const { submit } = recorder(30);
  const outcomes = await Promise.allSettled([submit(5), submit(13), submit(10)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('a failure of the database rejects the whole group and no other group', async () => {
  const { groups, submit } = recorder(22);
  const outcomes = await Promise.allSettled([submit(17), submit(5), submit(10)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(groups).toEqual([[17, 5], [10]]);
});

test('the queued weight counts the items that are not answered yet', async () => {
  const { submit, queuedWeight } = recorder();
  const answers = Promise.allSettled([submit(5), submit(13)]);
  expect(queuedWeight()).toBe(18);
  await answers;
  await submit(1);
  expect(queuedWeight()).toBe(0);
});

test('`drained` resolves when all items are answered, and the group commit accepts items after that', async () => {
  const { groups, submit, drained } = recorder();
  let isAnswered = false;
  void submit(1).then(() => (isAnswered = true));
  await drained();
  expect(isAnswered).toBe(true);
  expect(await submit(2)).toBe('answer to 2');
  await drained();
  expect(groups).toEqual([[1], [2]]);
});

/** A group commit whose groups reach the disk one by one, when the test calls `sync`. */
function withHeldSync(maxWeight: number) {
  const groups: number[][] = [];
  const syncs: PromiseWithResolvers<void>[] = [];
  const commit = createGroupCommit<number, number>({
    weightOf: (item) => item,
    maxWeight,
    isItemFault: () => false,
    commit: async (items) => {
      groups.push([...items]);
      const sync = Promise.withResolvers<void>();
      syncs.push(sync);
      return { answers: items, durable: sync.promise };
    },
  });
  return { groups, syncs, ...commit };
}

test('an item is answered when its commit is on disk, and items that arrive before that are committed', async () => {
  const { groups, syncs, submit, drained } = withHeldSync(10);
  const answered: number[] = [];
  const send = (item: number) => submit(item).then((answer) => answered.push(answer));
  const first = send(1);
  await vi.waitFor(() => expect(groups).toEqual([[1]]));
  const rest = [send(2), send(3)];
  await vi.waitFor(() => expect(groups).toEqual([[1], [2, 3]]));
  expect(answered).toEqual([]);
  syncs[0]?.resolve();
  await first;
  let isDrained = false;
  const draining = drained().then(() => (isDrained = true));
  await new Promise(setImmediate);
  expect([answered, isDrained]).toEqual([[1], false]);
  syncs[1]?.resolve();
  await Promise.all([...rest, draining]);
  expect(answered).toEqual([1, 2, 3]);
});

test('a group that does not reach the disk is rejected', async () => {
  const { syncs, submit, queuedWeight } = withHeldSync(10);
  const answer = submit(5);
  await vi.waitFor(() => expect(syncs).toHaveLength(1));
  syncs[0]?.reject(new Error('no disk'));
  await expect(answer).rejects.toThrow('no disk');
  expect(queuedWeight()).toBe(0);
});
