import { beforeEach, expect, test, vi } from 'vitest';
import { createTtlCache } from './ttl-cache.ts';

let time: number;
let cache: ReturnType<typeof createTtlCache<string>>;
beforeEach(() => {
  time = 1_000_000;
  cache = createTtlCache<string>({ ttlMs: 1_000, now: () => time });
});

test('within its lifetime a cached value is looked up once, however many callers ask for it', async () => {
  const lookup = vi.fn(async () => 'yes');
  const other = vi.fn(async () => 'no');
  const answers = [cache.get('a', lookup), cache.get('a', lookup), cache.get('b', other)];
  time += 999;
  answers.push(cache.get('a', lookup));
  expect(await Promise.all(answers)).toEqual(['yes', 'yes', 'no', 'yes']);
  expect([lookup, other].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test.each([1_000, -3_600_000])('a cached value expires when the clock moves by %i ms', async (passed) => {
  await cache.get('a', async () => 'old');
  time += passed;
  expect(await cache.get('a', async () => 'new')).toBe('new');
});

test('a slow lookup that ends after its lifetime does not replace the newer value', async () => {
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
