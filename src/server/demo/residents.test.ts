import { expect, test } from 'vitest';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { readDemoHome } from './demo-home.ts';
import { simulateRooms } from './residents.ts';

const hourMs = 3_600_000;
const outOfBed = 3;
const rooms = readDemoHome().rooms.filter(({ state }) => state !== 'vacant' && state !== 'inactive');

test.each([2, 14])('at %i:00 the past of the demo home is a day and a night at their hours', (hour) => {
  const now = new Date(2026, 2, 2, hour).getTime();
  const past = simulateRooms(rooms, now, seededRandom(1), 24 * hourMs).due(now);
  const hours = past.filter(({ status }) => status === outOfBed).map(({ at }) => new Date(at).getHours());
  const byDay = hours.filter((one) => one >= 9 && one < 19).length / 10;
  const byNight = hours.filter((one) => one >= 22 || one < 6).length / 8;
  expect(byDay).toBeGreaterThan(2 * byNight);
  for (const { uuid, minutes } of rooms) {
    const reports = past.filter(({ stream }) => stream === uuid);
    expect(reports.at(-1)?.at, uuid).toBe(now - minutes * 60_000);
    // A past that is shifted by many hours has its night at noon.
    const begin = now - minutes * 60_000 - 24 * hourMs;
    expect(Math.abs(begin - (reports[0]?.at ?? 0)), uuid).toBeLessThan(3 * hourMs);
  }
});
