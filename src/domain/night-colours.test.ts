import { describe, expect, test } from 'vitest';
import { blend, type Colour, channelsOf, colourOf, contrastOf, luminanceOf, nightInk } from './colour.ts';
import { roomStatuses, statusOfCode, type StatusPriority } from './room-status.ts';

const statuses = [...roomStatuses, statusOfCode(999)];
const colours = [...new Set(statuses.map(({ colour }) => colour))];
const nightColours = [...new Set(roomStatuses.flatMap(({ priority, night }) => (isCalm(priority) ? [night] : [])))];
const urgentColours = [
  ...new Set(roomStatuses.flatMap(({ priority, colour }) => (isUrgent(priority) ? [colour] : []))),
];

function isCalm(priority: StatusPriority): boolean {
  return priority === 'information';
}

function isUrgent(priority: StatusPriority): boolean {
  return priority === 'high' || priority === 'medium';
}

/** The colour of the last notification, over the surface of a card at night. */
const softOf = (colour: Colour): Colour => blend(colour, '#171c24', 0.7);

test.each(statuses)('at night a calm room with $name is dark, and its text has a contrast of 4.5:1', (status) => {
  const { colour, night } = status;
  expect(luminanceOf(night)).toBeLessThan(Math.min(luminanceOf(colour), 0.055));
  for (const background of [night, softOf(night)]) expect(contrastOf(background, nightInk)).toBeGreaterThanOrEqual(4.5);
});

const hasHue = (colour: Colour): boolean => Math.hypot(...oklabOf(colour).slice(1)) > 0.03;

test.each(statuses.filter(({ night }) => hasHue(night)))(
  'at night a calm room with $name has the hue of the day',
  ({ colour, night }) => {
    const [, ...before] = oklabOf(colour);
    const [, ...after] = oklabOf(night);
    expect(Math.abs(degreesBetween(before, after))).toBeLessThan(25);
  },
);

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
describe.each(Object.entries(sights))('with %s', (sight, matrix) => {
  const isNormal = sight === 'normal sight';

  test('the colours of calm statuses at night differ from each other', () => {
    for (const [index, one] of nightColours.entries()) {
      for (const other of nightColours.slice(index + 1)) {
        expect(distanceOf(one, other, matrix), `${one} ${other}`).toBeGreaterThan(isNormal ? 6.5 : 3);
      }
    }
  });

  test('at night no calm status looks like an urgent one, on the same part of a card', () => {
    for (const night of nightColours) {
      for (const urgent of urgentColours) {
        const between = `${night} ${urgent}`;
        expect(distanceOf(night, urgent, matrix), between).toBeGreaterThanOrEqual(isNormal ? 10 : 2.8);
        expect(distanceOf(softOf(night), softOf(urgent), matrix), between).toBeGreaterThan(isNormal ? 6.9 : 2);
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

type Triple = readonly [number, number, number];

/** Lightness from 0 to 1, and the two axes of hue and chroma (https://bottosson.github.io/posts/oklab/). */
function oklabOf(colour: Colour): Triple {
  const [red, green, blue] = channelsOf(colour);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}
