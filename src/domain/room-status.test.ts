import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blend, contrastOf, inkOn } from './colour.ts';
import { isKnownStatusCode, roomStatuses, statusOfCode, statusOfName } from './room-status.ts';

test('[STATUS-1] the status table contains the 22 codes and names of the specification', () => {
  const names = Object.fromEntries(roomStatuses.map((row) => [row.code, row.name]));
  expect(roomStatuses).toHaveLength(22);
  expect(names).toEqual({
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

test('[STATUS-4] the status table finds every status by name, and fall_detected as man_down', () => {
  for (const row of roomStatuses) expect(statusOfName(row.name)).toBe(row);
  expect(statusOfName('fall_detected')?.code).toBe(1);
  expect(statusOfName('asleep')).toBeUndefined();
  expect(statusOfName('toString')).toBeUndefined();
});

test('[STATUS-2] the status table shows an unknown code in light grey with a question mark', () => {
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

test('[STATUS-3] the status table has an icon for the specified codes only, and four pairs share one', () => {
  const withIcon = roomStatuses.filter((row) => row.icon !== 'question').map((row) => row.code);
  expect(withIcon).toEqual([-1, 0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 14, 15, 19, 24]);
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

test('[STATUS-5] text has a contrast of 4.5:1 on every status colour, full and at 70%, in both themes', () => {
  for (const colour of [...roomStatuses.map((row) => row.colour), statusOfCode(999).colour]) {
    const shown = [colour, blend(colour, '#ffffff', 0.7), blend(colour, '#171c24', 0.7)];
    for (const background of shown) {
      expect(contrastOf(background, inkOn(background)), `${colour} as ${background}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});
