import { expect, test } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

function recorder(limit = 100) {
  const groups: number[][] = [];
  const commit = createGroupCommit<number, string>({
    weightOf: (item) => item,
    limit,
    isOneAtFault: (error) => error instanceof Error && error.message === 'unlucky',
    commit: async (items) => {
      groups.push([...items]);
      if (items.includes(13)) throw new Error('unlucky');
      if (items.includes(17)) throw new Error('the database is away');
      await new Promise(setImmediate);
      return items.map((item) => `answer to ${item}`);
    },
  });
  return { groups, ...commit };
}

test('what arrives in one turn is committed together, and each gets its own answer', async () => {
  const { groups, submit } = recorder();
  expect(await Promise.all([submit(1), submit(2), submit(3)])).toEqual(['answer to 1', 'answer to 2', 'answer to 3']);
  expect(groups).toEqual([[1, 2, 3]]);
});

test('what arrives during a commit goes with the next one', async () => {
  const { groups, submit } = recorder();
  const first = submit(1);
  await new Promise(setImmediate);
  await Promise.all([first, submit(2), submit(3)]);
  expect(groups).toEqual([[1], [2, 3]]);
});

test('a group is no heavier than the limit, except for a single item', async () => {
  const { groups, submit } = recorder(10);
  await Promise.all([6, 4, 1, 50, 2].map(submit));
  expect(groups).toEqual([[6, 4], [1], [50], [2]]);
});

test('one at fault in a group costs only itself', async () => {
  const { submit } = recorder(30);
  const outcomes = await Promise.allSettled([submit(5), submit(13), submit(10)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('a failure that is the fault of none is heard by its whole group, and by no other', async () => {
  const { groups, submit } = recorder(22);
  const outcomes = await Promise.allSettled([submit(17), submit(5), submit(10)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(groups).toEqual([[17, 5], [10]]);
});

test('what waits and is not answered has a weight', async () => {
  const { submit, weight } = recorder();
  const answers = Promise.allSettled([submit(5), submit(13)]);
  expect(weight()).toBe(18);
  await answers;
  await submit(1);
  expect(weight()).toBe(0);
});

test('is settled when all is answered, and works again after that', async () => {
  const { groups, submit, settled } = recorder();
  let isAnswered = false;
  void submit(1).then(() => (isAnswered = true));
  await settled();
  expect(isAnswered).toBe(true);
  expect(await submit(2)).toBe('answer to 2');
  await settled();
  expect(groups).toEqual([[1], [2]]);
});
