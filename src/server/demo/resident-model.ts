/** An invented resident: a walk through the habits, with chance and the time of day passed in. */
import { between, pick, type Random } from './random.ts';
import { residentHabits, type ResidentState } from './resident-habits.ts';
import type { Sighting } from './sighting.ts';

/** When a resident came into a state. Epoch milliseconds. */
export interface ResidentMoment {
  readonly state: ResidentState;
  readonly at: number;
}

export interface Circumstances {
  readonly random: Random;
  readonly isNight: (at: number) => boolean;
}

const minute = 60_000;
/** Of the life before the demo begins, this much is told. */
const momentsTold = 7;
/** How long after the demo begins a resident's first change may come, in minutes, at the least. */
const settling = [0.15, 3] as const;

/** What comes after: always later, and never the same state again. */
export function nextMoment({ state, at }: ResidentMoment, { random, isNight }: Circumstances): ResidentMoment {
  const habit = residentHabits[state];
  const leaves = at + Math.round(minute * between(isNight(at) ? habit.night : habit.day, random));
  const [to] = pick(habit.ways, ([, byDay, byNight]) => (isNight(leaves) ? byNight : byDay), random);
  return { state: to, at: leaves };
}

/**
 * The last moments of a life that has come to a state at a given time: lived forward from bed until
 * the state is reached, then shifted, so that the way to it is as likely as any other.
 */
export function lifeLeadingTo(end: ResidentMoment, circumstances: Circumstances): ResidentMoment[] {
  let moment: ResidentMoment = { state: 'in-bed', at: end.at };
  const life = [moment];
  do {
    moment = nextMoment(moment, circumstances);
    life.push(moment);
  } while (moment.state !== end.state || life.length < momentsTold);
  const shift = end.at - moment.at;
  return life.slice(-momentsTold).map(({ state, at }) => ({ state, at: at + shift }));
}

/** All that a room's device says of its resident: the way to the present state, then on without end. */
export function* residentStory(
  present: ResidentMoment,
  now: number,
  circumstances: Circumstances,
): Generator<Sighting, never> {
  for (const moment of lifeLeadingTo(present, circumstances)) yield sighting(moment, circumstances.random);
  const next = nextMoment(present, circumstances);
  const earliest = now + Math.round(minute * between(settling, circumstances.random));
  for (let moment = { ...next, at: Math.max(next.at, earliest) }; ; moment = nextMoment(moment, circumstances)) {
    yield sighting(moment, circumstances.random);
  }
}

function sighting({ state, at }: ResidentMoment, random: Random): Sighting {
  const { status, quiet } = residentHabits[state];
  return { at, status, notification: random() >= quiet };
}
