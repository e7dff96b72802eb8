import { expect, test } from 'vitest';
import { clockErrorOf, type SteadyClockError, addReceivedTime } from './clock-error.ts';

const minuteMs = 60_000;
const night = Date.UTC(2026, 2, 1, 2);

/**
 * A report of a room. `receivedAt`: the time of receipt by the server's clock; `lateBy`: the age of the report. Both in
 * minutes.
 */
type Report = readonly [room: string, receivedAt: number, lateBy: number];

function judge(reports: readonly Report[], now: number): number | null {
  const rooms = new Map<string, SteadyClockError>();
  for (const [room, minutes, lateBy] of reports) {
    const receivedAt = night + minutes * minuteMs;
    rooms.set(room, addReceivedTime(rooms.get(room), receivedAt - lateBy * minuteMs, receivedAt));
  }
  const errorMs = clockErrorOf([...rooms.values()], night + now * minuteMs);
  return errorMs === null ? null : errorMs / minuteMs;
}

/** One report of each room in each minute. `lateBy`: the age of the reports, by the minute of receipt. */
const everyMinute = (rooms: readonly string[], minutes: number, lateBy: (minute: number) => number) =>
  Array.from({ length: minutes + 1 }, (_none, minute) =>
    rooms.map((room, index): Report => [room, minute + index / 100, lateBy(minute)]),
  ).flat();

const threeRooms = ['a', 'b', 'c'];

test('when most rooms are late by the same time for three minutes, the clock of the server is ahead', () => {
  expect(
    judge(
      everyMinute(threeRooms, 4, () => 60),
      4,
    ),
  ).toBe(60);
  expect(
    judge(
      everyMinute(threeRooms, 2, () => 60),
      2,
    ),
    'too early to say',
  ).toBe(null);
  expect(judge([...everyMinute(threeRooms, 4, () => 60), ...everyMinute(['d', 'e'], 4, () => 0)], 4)).toBe(60);
});

test('rooms that report rarely are enough to detect a wrong clock if several differ by the same time', () => {
  const rare: readonly Report[] = [
    ['a', 0, 60],
    ['b', 2, 60.2],
    ['c', 4, 59.9],
  ];
  expect(judge(rare, 4)).toBe(60);
});

test('late reports that a gateway sends after an outage are not taken for a wrong clock', () => {
  const slowly = everyMinute(threeRooms, 10, (minute) => Math.max(0, 30 - 3 * minute));
  for (const minute of [2, 5, 8, 10]) {
    const received = slowly.filter(([, at]) => at <= minute + 0.5);
    expect(judge(received, minute)).toBe(null);
  }
  const atOnce = threeRooms.flatMap((room): Report[] => [
    [room, 0, 30],
    [room, 0.1, 30],
  ]);
  expect(judge(atOnce, 1)).toBe(null);
});

test('late reports of fewer than half of the rooms, or of a single one, are not taken for a wrong clock', () => {
  expect(judge([...everyMinute(threeRooms, 4, () => 60), ...everyMinute(['d', 'e', 'f'], 4, () => 0)], 4)).toBe(null);
  expect(
    judge(
      everyMinute(['a'], 9, () => 60),
      9,
    ),
  ).toBe(null);
});

test('reports that are late by less than five minutes or by different times are not taken for a wrong clock', () => {
  expect(
    judge(
      everyMinute(threeRooms, 4, () => 5),
      4,
    ),
  ).toBe(null);
  const different = threeRooms.flatMap((room, index) => everyMinute([room], 4, () => 60 + index * 10));
  expect(judge(different, 4)).toBe(null);
});

test('after the clock was corrected, earlier late reports no longer count as a wrong clock', () => {
  expect(
    judge(
      everyMinute(threeRooms, 4, () => 60),
      4 - 60,
    ),
  ).toBe(null);
});
