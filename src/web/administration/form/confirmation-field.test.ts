import { expect, test } from 'vitest';
import { isSameName } from './confirmation-field.tsx';

test.each([
  ['Ward 1', 'Ward\u00a01'],
  ['Ward 1', 'Ward  1'],
  ['Süd.csv', 'Su\u0308d.csv'],
  [' Ward 1 ', 'Ward 1'],
])('typing "%s" confirms a destructive step for the object with the name %j', (typed, name) => {
  expect(isSameName(typed, name)).toBe(true);
});

test.each(['', 'ward 1', 'Ward 12', 'Ward1'])('typing "%s" does not confirm a destructive step for Ward 1', (typed) => {
  expect(isSameName(typed, 'Ward 1')).toBe(false);
});
