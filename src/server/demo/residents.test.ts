import { expect, test } from 'vitest';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { nightSummaryOf } from '../../domain/history/nights/night-summary.ts';
import { nightsUntil, sleepOf } from '../../domain/history/nights/night.ts';
import { raisedNumbersOf, typicalRangesOf } from '../../domain/history/nights/typical-range.ts';
import { localClockOf } from '../../domain/local-time/local-clock.ts';
import { readDemoHome } from './demo-home.ts';
import { behaviours } from './resident-model.ts';
import { type RoomReport, simulateRooms } from './residents.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const [outOfBed, fallen] = [3, 1];
const clock = localClockOf(undefined);
const rooms = readDemoHome().rooms.filter(({ state }) => state !== 'vacant' && state !== 'inactive');

function simulate(now: number, seed: number) {
  const simulation = simulateRooms(rooms, now, seededRandom(seed), dayMs);
  const lastDay = simulation.due(now);
  return { lastDay, earlier: [...simulation.earlier(14 * dayMs)] };
}

test.each([2, 14])('at %i:00 the past of the demo home is a day and a night at their hours', (hour) => {
  const now = new Date(2026, 2, 2, hour).getTime();
  const { lastDay: past, earlier } = simulate(now, 1);
  const hours = past.filter(({ status }) => status === outOfBed).map(({ at }) => new Date(at).getHours());
  const byDay = hours.filter((one) => one >= 9 && one < 19).length / 10;
  const byNight = hours.filter((one) => one >= 22 || one < 6).length / 8;
  expect(byDay).toBeGreaterThan(2 * byNight);
  for (const [index, { uuid, minutes }] of rooms.entries()) {
    expect(past.findLast(({ stream }) => stream === uuid)?.at, uuid).toBe(now - minutes * 60_000);
    // A past that is shifted by many hours has its night at noon.
    const begin = now - minutes * 60_000 - 15 * dayMs;
    expect(Math.abs(begin - (earlier[index]?.[0]?.at ?? 0)), uuid).toBeLessThan(5 * hourMs);
  }
});

const transitions = new Set(
  Object.values(behaviours).flatMap(({ status, next }) => next.map(([to]) => `${status} ${behaviours[to].status}`)),
);

test.each([
  [2, 3],
  [10, 4],
  [21, 5],
])('at %i:00 the last day continues the nights before it, with changes that a resident can make', (hour, seed) => {
  const now = new Date(2026, 2, 2, hour, 20).getTime();
  const { lastDay, earlier } = simulate(now, seed);
  expect(Math.min(...lastDay.map(({ at }) => at))).toBeGreaterThanOrEqual(now - dayMs);
  for (const [index, { uuid, displayName }] of rooms.entries()) {
    const before = earlier[index] ?? [];
    expect(before.at(-1)?.at, displayName).toBeLessThan(now - dayMs);
    const reports = [...before, ...lastDay.filter(({ stream }) => stream === uuid)];
    const isWrong = ({ at, status }: RoomReport, position: number) => {
      const previous = reports[position - 1];
      if (previous === undefined) return false;
      return at <= previous.at || !transitions.has(`${previous.status} ${status}`);
    };
    expect(reports.filter(isWrong), displayName).toEqual([]);
  }
  expect(earlier.flat().filter(({ status }) => status === fallen).length).toBeLessThan(15);
});

/** The newest nights of a room whose hours of sleep are over. */
function nightsOf(reports: readonly RoomReport[], now: number) {
  const entries = reports.map(({ status, at }) => ({ status, at, receivedAt: at, effect: 'applied' as const }));
  const nights = nightsUntil(clock, now, 15).filter((night) => sleepOf(clock, night).to <= now);
  return nights.slice(0, 14).map(({ from, to }) => {
    const night = { from, to: Math.min(to, now) };
    const before = entries.findLast(({ at }) => at < from)?.status ?? null;
    const inNight = entries.filter(({ at }) => at >= from);
    return nightSummaryOf({ night, sleep: sleepOf(clock, night), entries: inNight, before, gaps: [], alerts: [] })
      .sleep;
  });
}

function nightsOfRooms(now: number, seed: number) {
  const { lastDay, earlier } = simulate(now, seed);
  return rooms.map(({ uuid, displayName }, index) => {
    const reports = [...(earlier[index] ?? []), ...lastDay.filter(({ stream }) => stream === uuid)];
    const nights = nightsOf(reports, now);
    const exits = nights.slice(1).reduce((sum, { bedExits }) => sum + bedExits, 0) / (nights.length - 1);
    return { displayName, nights, exits };
  });
}

test.each([
  [4, 6],
  [9, 7],
  [16, 8],
  [23, 9],
])('at %i:00 two rooms had an unusual last night, and hardly another one', (hour, seed) => {
  const all = nightsOfRooms(new Date(2026, 2, 2, hour).getTime(), seed);
  const named = all.filter(({ nights: [last, ...before] }) => {
    const typical = last && typicalRangesOf([last, ...before]);
    if (last === undefined || typical === undefined) throw new Error('a room has no typical nights');
    return raisedNumbersOf(last, typical).length > 0;
  });
  const names = named.map(({ displayName }) => displayName);
  expect(names).toEqual(expect.arrayContaining(['Room 104 Ida', 'Room 16 Winifred']));
  expect(names.length).toBeLessThanOrEqual(6);
  const most = all.filter(({ exits }) => exits >= 0.5 && exits < 4.5);
  expect(most.length).toBeGreaterThan(rooms.length * 0.7);
});

test('calm residents are calm and restless ones are restless also after another start', () => {
  const now = new Date(2026, 2, 2, 12).getTime();
  const [one, other] = [nightsOfRooms(now, 10), nightsOfRooms(now, 11)];
  const byUnrest = one.toSorted((a, b) => a.exits - b.exits).map(({ displayName }) => displayName);
  const exitsOf = (names: readonly string[]) =>
    other.filter(({ displayName }) => names.includes(displayName)).reduce((sum, { exits }) => sum + exits, 0);
  expect(exitsOf(byUnrest.slice(-10))).toBeGreaterThan(2 * exitsOf(byUnrest.slice(0, 10)));
});
