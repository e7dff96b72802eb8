import { expect, test } from 'vitest';
import { blendColours, contrastOf } from './colour.ts';

test.each([
  ['#ffffff', '#000000', 21],
  ['#777777', '#ffffff', 4.48],
  ['#1b96d4', '#000000', 6.36],
  ['#0a0a0a', '#000000', 1.06],
  ['#123456', '#123456', 1],
] as const)('the contrast of %s and %s is %s : 1, as WCAG defines it', (one, other, expected) => {
  expect(contrastOf(one, other)).toBeCloseTo(expected, 2);
  expect(contrastOf(other, one)).toBeCloseTo(expected, 2);
});

test('a colour with an opacity of one half over another colour gives the mean of the two colours', () => {
  expect(blendColours('#ff0000', '#0000ff', 0.5)).toBe('#800080');
  expect(blendColours('#ff0000', '#0000ff', 1)).toBe('#ff0000');
});
