import fc from 'fast-check';
import { expect, it } from 'vitest';
import { between, pick, seededRandom } from './random.ts';

it('repeats with its seed, stays in [0, 1) and is spread evenly', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const [one, other] = [seededRandom(seed), seededRandom(seed)];
      const numbers = Array.from({ length: 500 }, () => one());
      expect(Array.from({ length: 500 }, () => other())).toEqual(numbers);
      expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
      const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
      expect(Math.abs(mean - 0.5)).toBeLessThan(0.1);
    }),
  );
});

it('draws between two bounds', () => {
  expect(between([2, 32], () => 0)).toBe(2);
  expect(between([2, 32], () => 0.5)).toBeCloseTo(8);
  expect(between([2, 32], () => 1)).toBeCloseTo(32);
});

it('picks as often as the weights say, and never what weighs nothing', () => {
  const random = seededRandom(1);
  const picked = Array.from({ length: 4_000 }, () => pick([3, 0, 1], (weight) => weight, random));
  expect(picked.filter((weight) => weight === 0)).toHaveLength(0);
  expect(picked.filter((weight) => weight === 3).length / picked.length).toBeCloseTo(0.75, 1);
});
