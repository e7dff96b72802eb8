import { expect, test } from 'vitest';
import type { SharedSession } from './session-registry.ts';
import { createLookForSilence } from './silent-sessions.ts';

const session = (clientId: string, beat: number, holder = 'its own'): SharedSession => ({
  clientId,
  holder,
  beat,
  filters: [],
});
const open = () => createLookForSilence({ silentMs: 20, everyMs: 5 });
const names = (found: readonly SharedSession[]) => found.map(({ clientId }) => clientId);

test('one that has not been heard for so long is gone, another that says something is not', () => {
  const look = open();
  for (const at of [0, 5, 10, 15]) expect(look([session('a', 1), session('b', at)], at)).toEqual([]);
  expect(names(look([session('a', 1), session('b', 20)], 20))).toEqual(['a']);
});

test('a process that is new here has its time, and one that starts anew under its name, too', () => {
  const look = open();
  for (const at of [100, 105, 110, 115]) expect(look([session('a', 1)], at)).toEqual([]);
  expect(look([session('a', 1, 'started anew')], 120)).toEqual([]);
  for (const at of [125, 130, 135]) expect(look([session('a', 1, 'started anew')], at)).toEqual([]);
  expect(names(look([session('a', 1, 'started anew')], 140))).toEqual(['a']);
});

test("a time in which nobody could look, such as without the database, is nobody's silence", () => {
  const look = open();
  for (const at of [0, 5, 10, 15]) look([session('a', 1)], at);
  for (const at of [60, 65, 70, 75]) expect(look([session('a', 1)], at)).toEqual([]);
  expect(names(look([session('a', 1)], 80))).toEqual(['a']);
});
