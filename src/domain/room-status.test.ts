import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blendColours, contrastOf, chooseTextColour } from './colour.ts';
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

test('[STATUS-1] the colours of the status table are those that the specification names', () => {
  const colours = Object.fromEntries(roomStatuses.map((row) => [row.code, row.colour]));
  expect(colours).toEqual({
    '-1': '#4e535a', // dark grey
    0: '#11874b', // green
    1: '#73130d', // dark red
    2: '#f5c539', // yellow
    3: '#f6912c', // orange
    4: '#0e65d6', // blue
    5: '#11874b', // green
    6: '#83d1fd', // light blue
    7: '#750eae', // purple
    8: '#bf9bdb', // mauve
    9: '#834928', // brown
    10: '#9a4088', // plum
    11: '#2d1b89', // indigo
    12: '#ac7af4', // violet
    13: '#f42e16', // red
    14: '#091238', // very dark blue
    15: '#f6912c', // orange
    16: '#69cfbe', // the specification names no colour
    17: '#eb4f81', // the specification names no colour
    19: '#0f1011', // near black
    20: '#391e5b', // dark purple
    24: '#718fb3', // grey-blue
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

test('[STATUS-3] the status table has an icon for exactly those codes to which the specification gives one, and four pairs of codes share an icon', () => {
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
    const shown = [colour, blendColours(colour, '#ffffff', 0.7), blendColours(colour, '#171c24', 0.7)];
    for (const background of shown) {
      expect(contrastOf(background, chooseTextColour(background)), `${colour} as ${background}`).toBeGreaterThanOrEqual(
        4.5,
      );
    }
  }
});
