import { beforeEach, expect, test, vi } from 'vitest';
import { createTtlCache } from './ttl-cache.ts';

let time: number;
let cache: ReturnType<typeof createTtlCache<string>>;
beforeEach(() => {
  time = 1_000_000;
  cache = createTtlCache<string>({ ttlMs: 1_000, now: () => time });
});

test('calls within the lifetime share one lookup for each key', async () => {
  const lookup = vi.fn(async () => 'yes');
  const other = vi.fn(async () => 'no');
  const answers = [cache.get('a', lookup), cache.get('a', lookup), cache.get('b', other)];
  time += 999;
  answers.push(cache.get('a', lookup));
  expect(await Promise.all(answers)).toEqual(['yes', 'yes', 'no', 'yes']);
  expect([lookup, other].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test.each([1_000, -3_600_000])('a cached answer expires when the clock moves by %i ms', async (passed) => {
  await cache.get('a', async () => 'old');
  time += passed;
  expect(await cache.get('a', async () => 'new')).toBe('new');
});

test('a slow lookup that ends after its lifetime does not replace the newer answer', async () => {
  const slow = Promise.withResolvers<string>();
  const first = cache.get('a', () => slow.promise);
  time += 1_000;
  expect(await cache.get('a', async () => 'new')).toBe('new');
  slow.resolve('old');
  expect(await first).toBe('old');
  expect(await cache.get('a', async () => 'none')).toBe('new');
});

test('a failed lookup rejects all calls that share it and is not cached', async () => {
  const waiting = ['a', 'a'].map((key) => cache.get(key, () => Promise.reject(new Error('away'))));
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await cache.get('a', async () => 'yes')).toBe('yes');
});

test('a slow lookup that fails after its lifetime does not remove the newer answer', async () => {
  const slow = Promise.withResolvers<string>();
  const first = cache.get('a', () => slow.promise);
  time += 1_000;
  await cache.get('a', async () => 'yes');
  slow.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  expect(await cache.get('a', async () => 'no')).toBe('yes');
});

test('an answer can be read without waiting, from the end of its lookup until it expires', async () => {
  const slow = Promise.withResolvers<string>();
  const answer = cache.get('a', () => slow.promise);
  expect(cache.peek('a')).toBeUndefined();
  slow.resolve('yes');
  await answer;
  expect(cache.peek('a')).toBe('yes');
  time += 1_000;
  expect(cache.peek('a')).toBeUndefined();
});

test('a lookup that ends after its lifetime cannot be read without waiting', async () => {
  const slow = Promise.withResolvers<string>();
  const answer = cache.get('a', () => slow.promise);
  time += 1_000;
  await cache.get('b', async () => 'new');
  slow.resolve('old');
  await answer;
  expect(cache.peek('a')).toBeUndefined();
});
