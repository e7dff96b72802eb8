import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isKnownStatusCode } from '../../domain/room-status.ts';
import { seededRandom } from './random.ts';
import { residentHabits, type ResidentState } from './resident-habits.ts';
import { type Circumstances, lifeLeadingTo, nextMoment, type ResidentMoment, residentStory } from './resident-model.ts';
import type { Sighting } from './sighting.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 0, 15, 22);
const habits = new Map<string, (typeof residentHabits)[ResidentState]>(Object.entries(residentHabits));

const isNight = (at: number) => new Date(at).getUTCHours() >= 21 || new Date(at).getUTCHours() < 7;
const circumstances = (seed: number): Circumstances => ({ random: seededRandom(seed), isNight });
const anyState = fc.constantFrom<ResidentState>(
  'in-bed',
  'fallen',
  'in-chair',
  'camera-lost',
  'out-of-room',
  'staff-in',
);

const take = (story: Iterator<Sighting, never>, count: number) =>
  Array.from({ length: count }, () => story.next().value);

function lifeFrom(state: ResidentState, seed: number, steps: number): ResidentMoment[] {
  const chance = circumstances(seed);
  const life: ResidentMoment[] = [{ state, at: start }];
  for (let moment = life[0]; moment !== undefined && life.length < steps;)
    life.push((moment = nextMoment(moment, chance)));
  return life;
}

describe('a resident of the model', () => {
  it('only does what the habits allow, each time later, and leaves every state', () => {
    fc.assert(
      fc.property(anyState, fc.integer(), (state, seed) => {
        const life = lifeFrom(state, seed, 200);
        for (const [index, moment] of life.entries()) {
          const before = life[index - 1];
          if (before === undefined) continue;
          const { ways, day, night } = residentHabits[before.state];
          expect(ways.map(([to]) => to)).toContain(moment.state);
          expect(moment.state).not.toBe(before.state);
          expect(moment.at).toBeGreaterThan(before.at);
          expect(moment.at - before.at).toBeLessThanOrEqual(Math.max(day[1], night[1]) * 60_000 + 1);
        }
      }),
    );
  });

  it('is always answered by staff after a fall, within four minutes', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const [fall, answer] = lifeFrom('fallen', seed, 2);
        expect(answer?.state).toBe('staff-in');
        expect((answer?.at ?? Infinity) - (fall?.at ?? 0)).toBeLessThanOrEqual(4 * 60_000);
      }),
    );
    const falls = lifeFrom('in-bed', 1, 20_000).filter(({ state }) => state === 'fallen');
    expect(falls.length).toBeGreaterThan(10);
  });

  it('reaches every state, and comes back to bed from each', () => {
    const life = lifeFrom('in-bed', 2, 20_000);
    expect(new Set(life.map(({ state }) => state)).size).toBe(habits.size);
    for (const from of habits.keys()) {
      const reached = new Set([from]);
      for (const state of reached) for (const [to] of habits.get(state)?.ways ?? []) reached.add(to);
      expect(reached, from).toContain('in-bed');
    }
  });

  it('sleeps through most of the night and is up for much of the day', () => {
    const share = { night: [0, 0], day: [0, 0] } satisfies Record<string, [number, number]>;
    const life = lifeFrom('in-bed', 3, 20_000);
    for (const [index, { state, at }] of life.entries()) {
      const stayed = (life[index + 1]?.at ?? at) - at;
      const part = isNight(at) ? share.night : share.day;
      part[0] += state === 'in-bed' ? stayed : 0;
      part[1] += stayed;
    }
    expect(share.night[0] / share.night[1]).toBeGreaterThan(0.75);
    expect(share.day[0] / share.day[1]).toBeLessThan(0.65);
  });

  it('has habits that speak of known statuses and sensible shares', () => {
    for (const [state, { status, quiet, day, night, ways }] of habits) {
      expect(isKnownStatusCode(status), state).toBe(true);
      expect(quiet >= 0 && quiet <= 1, state).toBe(true);
      for (const [least, most] of [day, night]) expect(least > 0 && least < most, state).toBe(true);
      for (const [, byDay, byNight] of ways) expect(byDay > 0 && byNight > 0, state).toBe(true);
    }
  });
});

describe('the story of a room', () => {
  it('comes to its present state by a life of the last hours that notified somebody', () => {
    fc.assert(
      fc.property(anyState, fc.integer(), fc.integer({ min: 1, max: 3 * hour }), (state, seed, ago) => {
        const life = lifeLeadingTo({ state, at: start - ago }, circumstances(seed));
        expect(life.at(-1)).toEqual({ state, at: start - ago });
        expect(life.some((moment) => residentHabits[moment.state].quiet === 0)).toBe(true);
        expect(start - ago - (life[0]?.at ?? 0)).toBeLessThan(16 * hour);
      }),
    );
  });

  it('is still in that state now, and soon goes on, in the order of time', () => {
    fc.assert(
      fc.property(anyState, fc.integer(), fc.integer({ min: 1, max: 3 * hour }), (state, seed, ago) => {
        const story = residentStory({ state, at: start - ago }, start, circumstances(seed));
        const sightings = take(story, 60);
        expect(sightings.findLast(({ at }) => at <= start)?.status).toBe(residentHabits[state].status);
        expect(sightings.map(({ at }) => at)).toEqual(sightings.map(({ at }) => at).toSorted((a, b) => a - b));
      }),
    );
  });

  it('tells most returns to bed quietly, so that the last notification stays', () => {
    const story = residentStory({ state: 'in-bed', at: start - hour }, start, circumstances(5));
    const returns = take(story, 5_000).filter(({ status }) => status === 5);
    const quiet = returns.filter(({ notification }) => !notification).length / returns.length;
    expect(quiet).toBeGreaterThan(0.75);
    expect(quiet).toBeLessThan(0.95);
  });
});
