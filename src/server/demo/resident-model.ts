/** Simulates a resident: a random walk through the states of a room, which depends on the time of day. */
import { type Random, randomBetween, randomChoice } from './random.ts';

export const residentStates = [
  'in-bed',
  'lying-unchanged',
  'getting-up',
  'edge-of-bed',
  'out-of-bed',
  'in-bathroom',
  'in-chair',
  'rising-from-chair',
  'out-of-room',
  'coming-back',
  'in-view',
  'fallen',
  'staff-in',
  'staff-out',
  'camera-lost',
  'camera-back',
] as const;
export type ResidentState = (typeof residentStates)[number];

/** What the device of a room reports. */
export interface SimulatedReport {
  /** Epoch milliseconds in the time of the demo, which may run faster than the clock. */
  readonly at: number;
  /** Room status code. */
  readonly status: number;
  readonly notification: boolean;
}

type Minutes = readonly [min: number, max: number];

interface Behaviour {
  /** Room status code. */
  readonly status: number;
  /** Share of the reports that are no notification. */
  readonly quiet: number;
  /** How long the state lasts. */
  readonly day: Minutes;
  readonly night: Minutes;
  /** The states that may follow, with their weights. */
  readonly next: readonly [Transition, ...Transition[]];
}

type Transition = readonly [to: ResidentState, dayWeight: number, nightWeight: number];

// oxfmt-ignore
export const behaviours: Readonly<Record<ResidentState, Behaviour>> = {
  'in-bed':            { status: 5,  quiet: 0.85, day: [10, 50],   night: [20, 90],   next: [['getting-up', 80, 20], ['staff-in', 14, 74], ['lying-unchanged', 3, 3], ['camera-lost', 3, 3]] },
  'lying-unchanged':   { status: 19, quiet: 0,    day: [2, 8],     night: [2, 10],    next: [['staff-in', 1, 1]] },
  'getting-up':        { status: 10, quiet: 0,    day: [0.15, 1],  night: [0.15, 1],  next: [['edge-of-bed', 70, 60], ['in-bed', 20, 35], ['out-of-bed', 10, 5]] },
  'edge-of-bed':       { status: 2,  quiet: 0,    day: [0.3, 3],   night: [0.3, 4],   next: [['out-of-bed', 80, 65], ['in-bed', 20, 35]] },
  'out-of-bed':        { status: 3,  quiet: 0,    day: [0.3, 2],   night: [0.3, 2],   next: [['in-bathroom', 30, 45], ['in-chair', 25, 5], ['out-of-room', 20, 4], ['edge-of-bed', 15, 20], ['in-bed', 9, 24], ['fallen', 1, 2]] },
  'in-bathroom':       { status: 6,  quiet: 0.5,  day: [3, 14],    night: [2, 9],     next: [['out-of-bed', 97, 97], ['staff-in', 3, 3]] },
  'in-chair':          { status: 15, quiet: 0.4,  day: [8, 45],    night: [15, 60],   next: [['rising-from-chair', 85, 90], ['staff-in', 15, 10]] },
  'rising-from-chair': { status: 9,  quiet: 0,    day: [0.1, 0.5], night: [0.1, 0.5], next: [['out-of-bed', 80, 90], ['in-chair', 20, 10]] },
  'out-of-room':       { status: 4,  quiet: 0.3,  day: [10, 60],   night: [10, 60],    next: [['coming-back', 1, 1]] },
  'coming-back':       { status: 16, quiet: 1,    day: [0.1, 0.4], night: [0.1, 0.4], next: [['in-view', 60, 30], ['out-of-bed', 40, 70]] },
  'in-view':           { status: 8,  quiet: 0.7,  day: [0.5, 6],   night: [0.5, 3],   next: [['in-chair', 60, 10], ['out-of-bed', 40, 90]] },
  'fallen':            { status: 1,  quiet: 0,    day: [0.6, 3.5], night: [0.6, 3.5], next: [['staff-in', 1, 1]] },
  'staff-in':          { status: 11, quiet: 0,    day: [1, 10],    night: [1, 8],     next: [['staff-out', 1, 1]] },
  'staff-out':         { status: 24, quiet: 0,    day: [0.1, 0.7], night: [0.1, 0.7], next: [['in-bed', 60, 97], ['in-chair', 40, 3]] },
  'camera-lost':       { status: 12, quiet: 0,    day: [2, 12],    night: [2, 12],    next: [['camera-back', 1, 1]] },
  'camera-back':       { status: -1, quiet: 1,    day: [0.2, 0.8], night: [0.2, 0.8], next: [['in-bed', 1, 1]] },
};

/** When a resident entered a state, in epoch milliseconds. */
export interface ResidentMoment {
  readonly state: ResidentState;
  readonly at: number;
}

export interface SimulationOptions {
  readonly random: Random;
  readonly isNight: (at: number) => boolean;
}

const minuteMs = 60_000;
/** How many states of the past are reported. */
const pastMomentCount = 7;
/** The earliest first change of a resident after the start, so that not all rooms change at once. */
const firstChangeMinutes: Minutes = [0.15, 3];

export function nextMoment({ state, at }: ResidentMoment, { random, isNight }: SimulationOptions): ResidentMoment {
  const { day, night, next } = behaviours[state];
  const end = at + Math.round(minuteMs * randomBetween(isNight(at) ? night : day, random));
  const [to] = randomChoice(next, ([, dayWeight, nightWeight]) => (isNight(end) ? nightWeight : dayWeight), random);
  return { state: to, at: end };
}

/**
 * A plausible past that ends in the given moment: simulates forward from bed until the state is reached, and then
 * shifts all moments in time.
 */
export function pastOf(present: ResidentMoment, options: SimulationOptions): ResidentMoment[] {
  let moment: ResidentMoment = { state: 'in-bed', at: present.at };
  const moments = [moment];
  do {
    moment = nextMoment(moment, options);
    moments.push(moment);
  } while (moment.state !== present.state || moments.length < pastMomentCount);
  const shift = present.at - moment.at;
  return moments.slice(-pastMomentCount).map(({ state, at }) => ({ state, at: at + shift }));
}

/** Yields the reports of the past up to the present state, and then of the future without end. */
export function* simulateResident(
  present: ResidentMoment,
  now: number,
  options: SimulationOptions,
): Generator<SimulatedReport, never> {
  for (const moment of pastOf(present, options)) yield reportOf(moment, options.random);
  const next = nextMoment(present, options);
  const earliest = now + Math.round(minuteMs * randomBetween(firstChangeMinutes, options.random));
  for (let moment = { ...next, at: Math.max(next.at, earliest) }; ; moment = nextMoment(moment, options)) {
    yield reportOf(moment, options.random);
  }
}

function reportOf({ state, at }: ResidentMoment, random: Random): SimulatedReport {
  const { status, quiet } = behaviours[state];
  return { at, status, notification: random() >= quiet };
}
