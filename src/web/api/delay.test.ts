import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { delay } from './delay.ts';

it('a delay removes its listener from the abort signal, and rejects when the signal aborts', async () => {
  const leaving = new AbortController();
  await delay(1, leaving.signal);
  expect(getEventListeners(leaving.signal, 'abort')).toEqual([]);
  const ended = expect(delay(60_000, leaving.signal)).rejects.toThrow('left');
  leaving.abort(new Error('left'));
  await ended;
});
