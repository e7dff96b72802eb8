import { expect, test, vi } from 'vitest';
import { createBatchLookup, createCoalescer } from './coalesce.ts';

/** Starts a lookup that stays pending until the test resolves it. */
function pendingLookup() {
  const lookups: PromiseWithResolvers<string>[] = [];
  const lookup = vi.fn(() => {
    const pending = Promise.withResolvers<string>();
    lookups.push(pending);
    return pending.promise;
  });
  return { lookup, lookups };
}

test('calls with one key in one turn of the event loop share a lookup, and another key has its own', async () => {
  const shared = createCoalescer<string>();
  const lookup = vi.fn(async () => 'rooms');
  const other = vi.fn(async () => 'others');
  const answers = [shared.get('a', lookup), shared.get('a', lookup), shared.get('b', other)];
  expect(await Promise.all(answers)).toEqual(['rooms', 'rooms', 'others']);
  expect(lookup).toHaveBeenCalledOnce();
  expect(other).toHaveBeenCalledOnce();
});

test('calls during a running lookup share the next lookup, which starts after these calls', async () => {
  const shared = createCoalescer<string>();
  const { lookup, lookups } = pendingLookup();
  const first = shared.get('a', lookup);
  await vi.waitFor(() => expect(lookups).toHaveLength(1));
  const second = shared.get('a', lookup);
  const third = shared.get('a', lookup);
  lookups[0]?.resolve('old');
  expect(await first).toBe('old');
  await vi.waitFor(() => expect(lookups).toHaveLength(2));
  lookups[1]?.resolve('new');
  expect(await Promise.all([second, third])).toEqual(['new', 'new']);
  expect(lookup).toHaveBeenCalledTimes(2);
});

test('a failed lookup rejects the calls that share it and not the next one', async () => {
  const shared = createCoalescer<string>();
  const { lookup, lookups } = pendingLookup();
  const failing = Promise.allSettled([shared.get('a', lookup), shared.get('a', lookup)]);
  await vi.waitFor(() => expect(lookups).toHaveLength(1));
  const next = shared.get('a', lookup);
  lookups[0]?.reject(new Error('away'));
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await vi.waitFor(() => expect(lookups).toHaveLength(2));
  lookups[1]?.resolve('rooms');
  expect(await next).toBe('rooms');
});

test('keys that arrive together are looked up in one query, and no key joins a lookup that started before it arrived', async () => {
  const lookup = vi.fn(async (keys: readonly string[]) => keys.join(' '));
  const find = createBatchLookup(lookup);
  expect(await Promise.all([find('a'), find('b')])).toEqual(['a b', 'a b']);
  expect(await find('c')).toBe('c');
  expect(lookup).toHaveBeenCalledTimes(2);
});
