import { describe, expect, test } from 'vitest';
import { blend, type Colour, channelsOf, colourOf, contrastOf, luminanceOf } from './colour.ts';
import { nightInk, nightShade, oklabOf } from './night-shade.ts';
import { roomStatuses, statusOfCode } from './room-status.ts';

const statuses = [...roomStatuses, statusOfCode(999)];
const colours = [...new Set(statuses.map(({ colour }) => colour))];
const calmColours = [
  ...new Set(roomStatuses.filter(({ priority }) => priority === 'information').map(({ colour }) => colour)),
];
const loudColours = colours.filter((colour) => !calmColours.some((calm) => calm === colour));

test.each(statuses)('the night shade of $name is dark, and its text has a contrast of 4.5:1', ({ colour }) => {
  const shade = nightShade(colour);
  const soft = blend(shade, '#171c24', 0.7);
  expect(luminanceOf(shade)).toBeLessThan(0.055);
  for (const background of [shade, soft]) expect(contrastOf(background, nightInk)).toBeGreaterThanOrEqual(4.5);
});

test.each(statuses)('the night shade of $name is not brighter than its colour, and has the same hue', ({ colour }) => {
  expect(luminanceOf(nightShade(colour))).toBeLessThanOrEqual(luminanceOf(colour));
  const [, ...before] = oklabOf(colour);
  const [, ...after] = oklabOf(nightShade(colour));
  // A grey has no hue. The colours of a shade are rounded, which turns the hue of a dark colour by some degrees.
  if (Math.hypot(...before) > 0.02) expect(Math.abs(degreesBetween(before, after))).toBeLessThan(8);
});

test('a brighter colour has a brighter night shade', () => {
  const byLightness = colours.toSorted((one, other) => oklabOf(one)[0] - oklabOf(other)[0]);
  const shades = byLightness.map((colour) => oklabOf(nightShade(colour))[0]);
  for (const [index, shade] of shades.slice(1).entries()) expect(shade).toBeGreaterThan((shades[index] ?? 1) - 0.003);
});

/** Colour vision without red or green cones (Machado, Oliveira and Fernandes 2009, severity 1), in linear light. */
const sights = {
  'normal sight': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
} as const;

// A distance of about 2 is just noticeable. The palette of the day has at least 7.6, at twice the lightness.
describe.each(Object.entries(sights))('with %s', (_sight, matrix) => {
  test('the night shades of calm statuses differ from each other', () => {
    const shades = calmColours.map(nightShade);
    for (const [index, one] of shades.entries()) {
      for (const other of shades.slice(index + 1)) {
        expect(distanceOf(one, other, matrix), `${one} ${other}`).toBeGreaterThan(2.8);
      }
    }
  });

  test('no night shade of a calm status looks like the full colour of another status', () => {
    for (const shade of calmColours.map(nightShade)) {
      for (const full of loudColours) {
        expect(distanceOf(shade, full, matrix), `${shade} ${full}`).toBeGreaterThan(2);
      }
    }
  });

  test('the full colours of all statuses differ from each other', () => {
    for (const [index, one] of colours.entries()) {
      for (const other of colours.slice(index + 1)) {
        expect(distanceOf(one, other, matrix), `${one} ${other}`).toBeGreaterThan(7.5);
      }
    }
  });
});

type Matrix = (typeof sights)[keyof typeof sights];

/** The OKLab distance of two colours as somebody with this sight sees them, times 100. */
function distanceOf(one: Colour, other: Colour, matrix: Matrix): number {
  const [a, b] = [oklabOf(seen(one, matrix)), oklabOf(seen(other, matrix))];
  return 100 * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function seen(colour: Colour, matrix: Matrix): Colour {
  const channels = channelsOf(colour);
  const light = ([red, green, blue]: readonly [number, number, number]): number =>
    Math.min(1, Math.max(0, red * channels[0] + green * channels[1] + blue * channels[2]));
  return colourOf([light(matrix[0]), light(matrix[1]), light(matrix[2])]);
}

function degreesBetween([a1 = 0, b1 = 0]: readonly number[], [a2 = 0, b2 = 0]: readonly number[]): number {
  return (Math.atan2(a1 * b2 - b1 * a2, a1 * a2 + b1 * b2) * 180) / Math.PI;
}
