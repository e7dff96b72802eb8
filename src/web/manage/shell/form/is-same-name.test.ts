import { expect, test } from 'vitest';
import { isSameName } from './is-same-name.ts';

test.each([
  ['Ward 1', 'Ward\u00a01'],
  ['Ward 1', 'Ward  1'],
  ['Süd.csv', 'Su\u0308d.csv'],
  [' Ward 1 ', 'Ward 1'],
])('"%s", as it is typed, confirms what is done to %j', (typed, name) => {
  expect(isSameName(typed, name)).toBe(true);
});

test.each(['', 'ward 1', 'Ward 12', 'Ward1'])('"%s" does not confirm what is done to Ward 1', (typed) => {
  expect(isSameName(typed, 'Ward 1')).toBe(false);
});
