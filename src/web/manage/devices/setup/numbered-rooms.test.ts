import { expect, test } from 'vitest';
import { numbersOf } from './numbered-rooms.ts';

test.each([
  ['1', '3', [1, 2, 3]],
  ['0', '1', [0, 1]],
  ['', '3', []],
  ['1', '', []],
  ['', '', []],
  ['3', '1', []],
])('the first home from number "%s" to number "%s" has the rooms %j', (first, last, numbers) => {
  expect(numbersOf({ first, last })).toEqual(numbers);
});
