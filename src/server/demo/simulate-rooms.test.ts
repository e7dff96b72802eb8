import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { readDemoHome } from './demo-home.ts';
import { loadRecordings } from './recordings.ts';
import { type RoomReport, simulateRooms } from './simulate-rooms.ts';

const hour = 3_600_000;
const { rooms, showcaseWard } = readDemoHome();
const recordings = loadRecordings();
const showcase = new Set(rooms.filter(({ wardUUID }) => wardUUID === showcaseWard.uuid).map(({ uuid }) => uuid));
const isNight = (at: number) => at % (24 * hour) >= 21 * hour || at % (24 * hour) < 7 * hour;
const simulate = (now: number, seed = 1) =>
  simulateRooms({ rooms, recordings, now, random: seededRandom(seed), isNight });
const midnight = Date.UTC(2026, 0, 15);

describe('the board at the start of the demo', () => {
  const past = simulate(midnight).due(midnight);
  const board = rooms.map((room) => {
    const own = past.filter(({ stream }) => stream === room.uuid);
    return { ...room, newest: own.at(-1), notified: own.findLast(({ notification }) => notification) };
  });

  test('has a status for every monitored room, and recent notifications for all but one vacant room', () => {
    for (const { status, newest, displayName } of board)
      expect(newest === undefined, displayName).toBe(status === 'INACTIVE');
    const monitored = board.filter(({ status }) => status === 'ACTIVE');
    expect(monitored.filter(({ notified }) => notified === undefined).map(({ state }) => state)).toEqual(['vacant']);
    const minutes = monitored.map(({ notified }) => Math.floor((notified?.at ?? 0) / 60_000));
    expect(new Set(minutes).size).toBeGreaterThan(30);
    expect(midnight - Math.min(...monitored.map(({ notified }) => notified?.at ?? midnight))).toBeLessThan(6 * hour);
  });

  test('shows at least four calm rooms, one fall and at least eight statuses on the ward of the screenshots', () => {
    const statuses = board.filter(({ uuid }) => showcase.has(uuid)).flatMap(({ newest }) => newest?.status ?? []);
    expect(statuses.filter((status) => status === 5 || status === 0).length).toBeGreaterThanOrEqual(4);
    expect(new Set(statuses).size).toBeGreaterThanOrEqual(8);
    expect(statuses.filter((status) => status === 1)).toHaveLength(1);
  });
});

test.each([
  { time: 'night', clock: 1, min: 30, max: 120 },
  { time: 'day', clock: 13, min: 10, max: 40 },
])('during the $time the ward of the screenshots gets a report every $min to $max seconds on average', (row) => {
  const { clock, min, max } = row;
  for (const seed of [1, 2, 3]) {
    const now = midnight + clock * hour;
    const simulation = simulate(now, seed);
    simulation.due(now);
    const reports = simulation.due(now + 3 * hour).filter(({ stream }) => showcase.has(stream));
    const seconds = (3 * hour) / reports.length / 1_000;
    expect(seconds).toBeGreaterThan(min);
    expect(seconds).toBeLessThan(max);
  }
});

test('every report is returned once, in order of time, when it is due', () => {
  const simulation = simulate(midnight);
  simulation.due(midnight);
  const reports: RoomReport[] = [];
  for (let until = midnight; until < midnight + hour; until += 20_000) {
    const nextAt = simulation.nextAt();
    const due = simulation.due(until);
    for (const { at } of due) expect(at).toBeLessThanOrEqual(until);
    if (due.length > 0) expect(due[0]?.at).toBe(nextAt);
    reports.push(...due);
    expect(simulation.nextAt()).toBeGreaterThan(until);
  }
  expect(simulation.due(simulation.nextAt()).length).toBeGreaterThan(0);
  const times = reports.map(({ at }) => at);
  expect(times.length).toBeGreaterThan(100);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
});
