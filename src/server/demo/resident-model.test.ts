import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { isKnownStatusCode } from '../../domain/room-status.ts';
import {
  behaviours,
  nextMoment,
  pastOf,
  type ResidentMoment,
  type ResidentState,
  residentStates,
  simulateResident,
  type SimulationOptions,
} from './resident-model.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 0, 15, 22);

const isNight = (at: number) => at % (24 * hour) >= 21 * hour || at % (24 * hour) < 7 * hour;
const options = (seed: number): SimulationOptions => ({ random: seededRandom(seed), isNight });
const anyState = fc.constantFrom<ResidentState>(...residentStates);
const anyPast = fc.integer({ min: 1, max: 3 * hour });
/** Every property is cheap to check, so that a slow machine stays far below the time limit. */
const fewRuns = { numRuns: 25 };

function simulate(state: ResidentState, seed: number, stepCount: number): ResidentMoment[] {
  const chance = options(seed);
  let moment: ResidentMoment = { state, at: start };
  const moments = [moment];
  while (moments.length < stepCount) moments.push((moment = nextMoment(moment, chance)));
  return moments;
}

test('a resident only makes transitions of the table, and stays in a state no longer than its limit', () => {
  fc.assert(
    fc.property(anyState, fc.integer(), (state, seed) => {
      const moments = simulate(state, seed, 100);
      const forbidden = moments.slice(1).filter((moment, index) => {
        const before = moments[index];
        if (before === undefined) return true;
        const { next, day, night } = behaviours[before.state];
        const isAllowed = next.some(([to]) => to === moment.state) && moment.state !== before.state;
        const duration = moment.at - before.at;
        return !isAllowed || duration <= 0 || duration > Math.max(day[1], night[1]) * 60_000 + 1;
      });
      expect(forbidden).toEqual([]);
    }),
    fewRuns,
  );
});

test('staff come within four minutes after a fall', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const [fall, answer] = simulate('fallen', seed, 2);
    expect(answer?.state).toBe('staff-in');
    expect((answer?.at ?? Infinity) - (fall?.at ?? 0)).toBeLessThanOrEqual(4 * 60_000);
  }
});

test('a simulation reaches every state', () => {
  expect(new Set(simulate('in-bed', 7, 8_000).map(({ state }) => state))).toEqual(new Set(residentStates));
});

test('residents spend most of the night in bed, and less of the day', () => {
  const share = { day: { inBed: 0, all: 0 }, night: { inBed: 0, all: 0 } };
  const moments = simulate('in-bed', 3, 8_000);
  for (const [index, { state, at }] of moments.entries()) {
    const duration = (moments[index + 1]?.at ?? at) - at;
    const part = isNight(at) ? share.night : share.day;
    part.all += duration;
    if (state === 'in-bed') part.inBed += duration;
  }
  expect(share.night.inBed / share.night.all).toBeGreaterThan(0.75);
  expect(share.day.inBed / share.day.all).toBeLessThan(0.65);
});

test.each(residentStates)('the row of the state %s has a known status, valid shares and valid durations', (state) => {
  const { status, quiet, day, night, next } = behaviours[state];
  expect(isKnownStatusCode(status)).toBe(true);
  expect(quiet >= 0 && quiet <= 1).toBe(true);
  for (const [min, max] of [day, night]) expect(min > 0 && min < max).toBe(true);
  for (const [, dayWeight, nightWeight] of next) expect(dayWeight > 0 && nightWeight > 0).toBe(true);
});

test('the past of a resident ends in the present state and has a notification in the last hours', () => {
  fc.assert(
    fc.property(anyState, fc.integer(), anyPast, (state, seed, ago) => {
      const past = pastOf({ state, at: start - ago }, options(seed));
      expect(past.at(-1)).toEqual({ state, at: start - ago });
      expect(past.some((moment) => behaviours[moment.state].quiet === 0)).toBe(true);
      expect(start - ago - (past[0]?.at ?? 0)).toBeLessThan(16 * hour);
    }),
    fewRuns,
  );
});

test('a simulated resident is in the present state now and then reports in order of time', () => {
  fc.assert(
    fc.property(anyState, fc.integer(), anyPast, (state, seed, ago) => {
      const simulation = simulateResident({ state, at: start - ago }, start, options(seed));
      const reports = Array.from({ length: 40 }, () => simulation.next().value);
      expect(reports.findLast(({ at }) => at <= start)?.status).toBe(behaviours[state].status);
      const times = reports.map(({ at }) => at);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
    }),
    fewRuns,
  );
});

test('most returns to bed are no notification, so that the last notification stays on the card', () => {
  const simulation = simulateResident({ state: 'in-bed', at: start - hour }, start, options(5));
  const reports = Array.from({ length: 3_000 }, () => simulation.next().value).filter(({ status }) => status === 5);
  const quietShare = reports.filter(({ notification }) => !notification).length / reports.length;
  expect(quietShare).toBeGreaterThan(0.75);
  expect(quietShare).toBeLessThan(0.95);
});
