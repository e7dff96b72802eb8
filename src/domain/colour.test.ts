import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blend, channelsOf, type Colour, colourOf, contrastOf } from './colour.ts';

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

test('a half transparent colour over another is the mean of both', () => {
  expect(blend('#ff0000', '#0000ff', 0.5)).toBe('#800080');
  expect(blend('#ff0000', '#0000ff', 1)).toBe('#ff0000');
});

test('a colour is the same after its conversion to linear light and back', () => {
  const colours = fc
    .integer({ min: 0, max: 0xffffff })
    .map((value): Colour => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(colours, (colour) => {
      expect(colourOf(channelsOf(colour))).toBe(colour);
    }),
  );
});
