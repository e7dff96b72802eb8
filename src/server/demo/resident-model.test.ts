import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
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

test('a simulated resident changes state only as the table `behaviours` allows, and stays in no state longer than its limit', () => {
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

test('a simulated resident reaches every state within 8,000 changes', () => {
  expect(new Set(simulate('in-bed', 7, 8_000).map(({ state }) => state))).toEqual(new Set(residentStates));
});

test('a simulated resident has a past of less than 16 h with a notification, is in the given state at the start, and reports in order of time', () => {
  fc.assert(
    fc.property(anyState, fc.integer(), anyPast, (state, seed, ago) => {
      const past = pastOf({ state, at: start - ago }, options(seed));
      expect(past.some((moment) => behaviours[moment.state].quiet === 0)).toBe(true);
      expect(start - ago - (past[0]?.at ?? 0)).toBeLessThan(16 * hour);
      const simulation = simulateResident({ state, at: start - ago }, start, options(seed));
      const reports = Array.from({ length: 40 }, () => simulation.next().value);
      expect(reports.findLast(({ at }) => at <= start)?.status).toBe(behaviours[state].status);
      const times = reports.map(({ at }) => at);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
    }),
    fewRuns,
  );
});
