import { expect, test } from 'vitest';
import { nameLength, statusLength } from './text-length.ts';

test.each([
  [20, 'short'],
  [21, 'long'],
  [44, 'long'],
  [45, 'longest'],
])('a room name of %i characters counts as %s', (count, length) => {
  expect(nameLength('x'.repeat(count))).toBe(length);
});

test.each([
  [18, 0, 'short'],
  [19, 0, 'long'],
  [15, 1, 'short'],
  [16, 1, 'long'],
  [13, 2, 'long'],
])('a status name of %i characters beside %i signs counts as %s', (count, signCount, length) => {
  expect(statusLength('x'.repeat(count), signCount)).toBe(length);
});
