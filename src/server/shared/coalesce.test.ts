import { expect, test, vi } from 'vitest';
import { createCoalescer } from './coalesce.ts';

/** A look that ends when it is told to. */
function heldLook() {
  const looks: PromiseWithResolvers<string>[] = [];
  const look = vi.fn(() => {
    const held = Promise.withResolvers<string>();
    looks.push(held);
    return held.promise;
  });
  return { look, looks };
}

test('who asks in the same turn shares one look, and another key has its own', async () => {
  const shared = createCoalescer<string>();
  const look = vi.fn(async () => 'rooms');
  const other = vi.fn(async () => 'others');
  const answers = [shared.get('a', look), shared.get('a', look), shared.get('b', other)];
  expect(await Promise.all(answers)).toEqual(['rooms', 'rooms', 'others']);
  expect(look).toHaveBeenCalledOnce();
  expect(other).toHaveBeenCalledOnce();
});

test('who asks while a look is under way gets the next one, never what was read before the question', async () => {
  const shared = createCoalescer<string>();
  const { look, looks } = heldLook();
  const first = shared.get('a', look);
  await vi.waitFor(() => expect(looks).toHaveLength(1));
  const second = shared.get('a', look);
  const third = shared.get('a', look);
  looks[0]?.resolve('old');
  expect(await first).toBe('old');
  await vi.waitFor(() => expect(looks).toHaveLength(2));
  looks[1]?.resolve('new');
  expect(await Promise.all([second, third])).toEqual(['new', 'new']);
  expect(look).toHaveBeenCalledTimes(2);
});

test('a look that fails fails for those who share it, and the next one is not harmed', async () => {
  const shared = createCoalescer<string>();
  const { look, looks } = heldLook();
  const failing = Promise.allSettled([shared.get('a', look), shared.get('a', look)]);
  await vi.waitFor(() => expect(looks).toHaveLength(1));
  const next = shared.get('a', look);
  looks[0]?.reject(new Error('away'));
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await vi.waitFor(() => expect(looks).toHaveLength(2));
  looks[1]?.resolve('rooms');
  expect(await next).toBe('rooms');
});
