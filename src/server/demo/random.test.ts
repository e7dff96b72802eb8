import { expect, test } from 'vitest';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { randomBetween, randomChoice } from './random.ts';

test('a random number lies between its bounds', () => {
  expect(randomBetween([2, 32], () => 0)).toBe(2);
  expect(randomBetween([2, 32], () => 0.5)).toBeCloseTo(8);
  expect(randomBetween([2, 32], () => 1)).toBeCloseTo(32);
});

test('a choice is as likely as its weight, and one without weight is never made', () => {
  const random = seededRandom(1);
  const choices = Array.from({ length: 4_000 }, () => randomChoice([3, 0, 1], (weight) => weight, random));
  expect(choices.filter((weight) => weight === 0)).toEqual([]);
  expect(choices.filter((weight) => weight === 3).length / choices.length).toBeCloseTo(0.75, 1);
});
