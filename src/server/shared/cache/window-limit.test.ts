import { expect, test } from 'vitest';
import { createWindowLimit } from './window-limit.ts';

let time = 0;
const create = (maxKeys = 10) => createWindowLimit({ windowMs: 1_000, maxKeys, now: () => time });

test('a key can be used once in a window, and refused attempts do not extend the window', () => {
  const { take } = create();
  expect([take('a'), take('b')]).toEqual([true, true]);
  time += 999;
  expect([take('a'), take('a')]).toEqual([false, false]);
  time += 1;
  expect([take('a'), take('a')]).toEqual([true, false]);
});

test('uses of one key do not count against the limit of another key', () => {
  const { take } = create();
  expect([take('a', 2), take('b', 2), take('a', 2), take('a', 2), take('b', 2)]).toEqual([
    true,
    true,
    true,
    false,
    true,
  ]);
});

test('setting the clock back by the length of the window begins a new window', () => {
  const { take } = create();
  take('a');
  time -= 999;
  expect(take('a')).toBe(false);
  time -= 1;
  expect(take('a')).toBe(true);
});

test('the oldest key is forgotten when there are too many, and a key can be forgotten on purpose', () => {
  const { take, forget } = create(2);
  for (const key of ['a', 'b', 'c']) take(key);
  expect([take('c'), take('b'), take('a')]).toEqual([false, false, true]);
  forget('a');
  expect(take('a')).toBe(true);
});
