import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blend, contrastOf, inkOn, type Colour } from './colour.ts';
import { isKnownStatusCode, roomStatuses, statusOfCode, statusOfName } from './room-status.ts';

describe('the status table', () => {
  test('[STATUS-1] has the 22 codes of the specification, each once', () => {
    const codes = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 24];
    expect(roomStatuses.map((row) => row.code)).toEqual(codes);
  });

  test('[STATUS-1] gives each code the meaning of the specification', () => {
    const meanings = Object.fromEntries(roomStatuses.map((row) => [row.code, row.name]));
    expect(meanings).toMatchObject({
      '-1': 'initializing',
      0: 'all_clear',
      1: 'man_down',
      2: 'soeb',
      3: 'out_of_bed',
      4: 'out_of_room',
      5: 'in_bed',
      6: 'in_bathroom',
      7: 'bed_not_detected',
      8: 'person_visible',
      9: 'getting_up_from_chair',
      10: 'getting_up_in_bed',
      11: 'staff_entering_room',
      12: 'camera_unreachable',
      13: 'hallway_wander',
      14: 'intruder_detected',
      15: 'not_in_bed',
      16: 'entering_room',
      17: 'sitting_on_floor',
      19: 'lying_position_unchanged',
      20: 'unauthorized_access',
      24: 'staff_exiting_room',
    });
  });

  test('[STATUS-4] knows every name of the message catalogue, a detected fall as man down', () => {
    for (const row of roomStatuses) expect(statusOfName(row.name)).toBe(row);
    expect(statusOfName('fall_detected')?.code).toBe(1);
    expect(statusOfName('asleep')).toBeUndefined();
    expect(statusOfName('toString')).toBeUndefined();
  });

  test('[STATUS-2] answers any integer, unknown ones in light grey with a question mark', () => {
    fc.assert(
      fc.property(fc.integer(), (code) => {
        const status = statusOfCode(code);
        expect(status.code).toBe(code);
        if (!isKnownStatusCode(code)) {
          expect(status).toMatchObject({ name: 'unknown', colour: '#dbdee1', icon: 'question' });
        }
      }),
    );
  });

  test('[STATUS-3] draws an icon for just the codes that have one, shared as specified', () => {
    const drawn = roomStatuses.filter((row) => row.icon !== 'question').map((row) => row.code);
    expect(drawn).toEqual([-1, 0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 14, 15, 19, 24]);
    const sharing: [number, number][] = [
      [0, 5],
      [3, 15],
      [8, 9],
      [11, 24],
    ];
    for (const [a, b] of sharing) expect(statusOfCode(a).icon).toBe(statusOfCode(b).icon);
    const icons = new Set(roomStatuses.map((row) => row.icon));
    expect(icons.size).toBe(16 - sharing.length + 1);
  });

  test('[STATUS-5] keeps the text on every colour at 4.5:1, by day and by night, full and at 70%', () => {
    for (const colour of [...roomStatuses.map((row) => row.colour), statusOfCode(999).colour]) {
      const seen = [colour, blend(colour, '#ffffff', 0.7), blend(colour, '#171c24', 0.7)];
      for (const background of seen) {
        expect(contrastOf(background, inkOn(background)), `${colour} as ${background}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  test('[STATUS-5] keeps different colours apart for every kind of colour sight', () => {
    const colours = [...new Set<Colour>([...roomStatuses.map((row) => row.colour), statusOfCode(999).colour])];
    for (const sight of [normal, protanope, deuteranope]) {
      for (const [index, a] of colours.entries()) {
        for (const b of colours.slice(index + 1)) {
          expect(distance(sight(linear(a)), sight(linear(b))), `${a} and ${b}`).toBeGreaterThanOrEqual(7.6);
        }
      }
    }
  });
});

type Vector = readonly [number, number, number];

function linear(colour: Colour): Vector {
  const value = Number.parseInt(colour.slice(1), 16);
  const channel = (shift: number): number => {
    const share = ((value >> shift) & 255) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return [channel(16), channel(8), channel(0)];
}

const times = (matrix: readonly [Vector, Vector, Vector], [x, y, z]: Vector): Vector => {
  const row = ([a, b, c]: Vector): number => a * x + b * y + c * z;
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
};

const normal = (rgb: Vector): Vector => rgb;

// Machado, Oliveira and Fernandes (2009), full severity, on linear sRGB.
const protanope = (rgb: Vector): Vector =>
  visible(
    times(
      [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
      ],
      rgb,
    ),
  );
const deuteranope = (rgb: Vector): Vector =>
  visible(
    times(
      [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.01182, 0.04294, 0.968881],
      ],
      rgb,
    ),
  );

const visible = ([r, g, b]: Vector): Vector => [clamp(r), clamp(g), clamp(b)];
const clamp = (share: number): number => Math.min(1, Math.max(0, share));

/** 100 times the OKLab distance. */
function distance(a: Vector, b: Vector): number {
  const [l1, a1, b1] = oklab(a);
  const [l2, a2, b2] = oklab(b);
  return 100 * Math.hypot(l1 - l2, a1 - a2, b1 - b2);
}

// OKLab of linear sRGB (Björn Ottosson, 2020).
function oklab(rgb: Vector): Vector {
  const [l, m, s] = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  );
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [Math.cbrt(l), Math.cbrt(m), Math.cbrt(s)],
  );
}
