import { describe, expect, test } from 'vitest';
import { blendColours, type Colour, rgbOf, colourOf, contrastOf, luminanceOf, nightTextColour } from './colour.ts';
import { roomStatuses, statusOfCode, type StatusPriority } from './room-status.ts';

const statuses = [...roomStatuses, statusOfCode(999)];
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

/** The colour of the last notification at night: 70% of the status colour over the surface of a card. */
const lastNotificationColourOf = (colour: Colour): Colour => blendColours(colour, '#171c24', 0.7);

test.each(statuses)('at night a calm room with $name is dark, and its text has a contrast of 4.5:1', (status) => {
  const { colour, night } = status;
  expect(luminanceOf(night)).toBeLessThan(Math.min(luminanceOf(colour), 0.055));
  for (const background of [night, lastNotificationColourOf(night)])
    expect(contrastOf(background, nightTextColour)).toBeGreaterThanOrEqual(4.5);
});

/**
 * Matrices for normal colour vision, and for vision without red or green cones (Machado, Oliveira and Fernandes 2009,
 * severity 1), in linear light.
 */
const colourVisions = {
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

// A distance of about 2 is just noticeable. Between two day colours it is at least 7.6, at twice the lightness.
describe.each(Object.entries(colourVisions))('for a viewer with %s', (vision, matrix) => {
  const isNormal = vision === 'normal sight';

  test('at night the colours of a calm and of an urgent status differ visibly on the same part of a card', () => {
    for (const night of nightColours) {
      for (const urgent of urgentColours) {
        const between = `${night} ${urgent}`;
        expect(distanceOf(night, urgent, matrix), between).toBeGreaterThanOrEqual(isNormal ? 10 : 2.8);
        expect(
          distanceOf(lastNotificationColourOf(night), lastNotificationColourOf(urgent), matrix),
          between,
        ).toBeGreaterThan(isNormal ? 6.9 : 2);
      }
    }
  });
});

type Matrix = (typeof colourVisions)[keyof typeof colourVisions];

/** The OKLab distance of two colours in this colour vision, times 100. */
function distanceOf(one: Colour, other: Colour, matrix: Matrix): number {
  const [a, b] = [oklabOf(seen(one, matrix)), oklabOf(seen(other, matrix))];
  return 100 * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function seen(colour: Colour, matrix: Matrix): Colour {
  const channels = rgbOf(colour);
  const light = ([red, green, blue]: readonly [number, number, number]): number =>
    Math.min(1, Math.max(0, red * channels[0] + green * channels[1] + blue * channels[2]));
  return colourOf([light(matrix[0]), light(matrix[1]), light(matrix[2])]);
}

type Triple = readonly [number, number, number];

/** The OKLab lightness (0 to 1) and the two axes of hue and chroma (https://bottosson.github.io/posts/oklab/). */
function oklabOf(colour: Colour): Triple {
  const [red, green, blue] = rgbOf(colour);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}
