import { beforeEach, expect, test, vi } from 'vitest';
import { createTtlCache, type TtlCache } from './ttl-cache.ts';

let time: number;
let kept: TtlCache<string>;
beforeEach(() => {
  time = 1_000_000;
  kept = createTtlCache<string>({ forMs: 1_000, now: () => time });
});

test('an answer is looked up once for all who ask within its time, each key by itself', async () => {
  const look = vi.fn(async () => 'yes');
  const other = vi.fn(async () => 'no');
  const answers = [kept.get('a', look), kept.get('a', look), kept.get('b', other)];
  time += 999;
  answers.push(kept.get('a', look));
  expect(await Promise.all(answers)).toEqual(['yes', 'yes', 'no', 'yes']);
  expect([look, other].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test('an answer is not older than its time', async () => {
  await kept.get('a', async () => 'old');
  time += 1_000;
  expect(await kept.get('a', async () => 'new')).toBe('new');
});

test('an answer that is still to come does not outlive its time either', async () => {
  const slow = Promise.withResolvers<string>();
  const first = kept.get('a', () => slow.promise);
  time += 1_000;
  expect(await kept.get('a', async () => 'new')).toBe('new');
  slow.resolve('old');
  expect(await first).toBe('old');
  expect(await kept.get('a', async () => 'none')).toBe('new');
});

test('a look that fails is told to all who wait for it, and not kept', async () => {
  const waiting = ['a', 'a'].map((key) => kept.get(key, () => Promise.reject(new Error('away'))));
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await kept.get('a', async () => 'yes')).toBe('yes');
});

test('a look that fails late does not take the answer of its successor along', async () => {
  const slow = Promise.withResolvers<string>();
  const first = kept.get('a', () => slow.promise);
  time += 1_000;
  await kept.get('a', async () => 'yes');
  slow.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  expect(await kept.get('a', async () => 'no')).toBe('yes');
});

test('a clock that is set back keeps no answer for longer', async () => {
  await kept.get('a', async () => 'old');
  time -= 3_600_000;
  expect(await kept.get('a', async () => 'new')).toBe('new');
});
