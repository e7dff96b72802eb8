/** The model of the residents of the demo: random walks through states, which depend on the time of day and on habits. */
import { type Habits, isNightOf, unrestAt } from './resident-habits.ts';

/**
 * `restless`: a device that reports falls which are none, mostly by day. `dozing`: a resident who often gets up by day.
 * `vacant`: a device that has never notified. `inactive`: a room that is not monitored.
 */
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
  'restless',
  'false-fall',
  'dozing',
  'sitting-up',
  'walking',
  'vacant',
  'inactive',
] as const;
export type ResidentState = (typeof residentStates)[number];

export type Minutes = readonly [min: number, max: number];

interface Behaviour {
  /** The room status code. */
  readonly status: number;
  /** The share of reports that are not notifications, from 0 to 1. */
  readonly quiet: number;
  /** How long the state lasts by day or by night, in minutes. */
  readonly day: Minutes;
  readonly night: Minutes;
  /** The states that may follow, with their weights. One with the weight 0 only follows at the end of a past. */
  readonly next: readonly [Transition, ...Transition[]];
}

type Transition = readonly [to: ResidentState, dayWeight: number, nightWeight: number];

// oxfmt-ignore
export const behaviours: Readonly<Record<ResidentState, Behaviour>> = {
  'in-bed':            { status: 5,  quiet: 0.85, day: [10, 50],   night: [20, 90],   next: [['getting-up', 80, 35], ['staff-in', 14, 74], ['lying-unchanged', 3, 3], ['camera-lost', 3, 3], ['restless', 0, 0]] },
  'lying-unchanged':   { status: 19, quiet: 0,    day: [2, 8],     night: [2, 10],    next: [['staff-in', 1, 1]] },
  'getting-up':        { status: 10, quiet: 0,    day: [0.15, 1],  night: [0.15, 1],  next: [['edge-of-bed', 70, 60], ['in-bed', 20, 35], ['out-of-bed', 10, 5]] },
  'edge-of-bed':       { status: 2,  quiet: 0,    day: [0.3, 3],   night: [0.3, 4],   next: [['out-of-bed', 80, 65], ['in-bed', 20, 35]] },
  'out-of-bed':        { status: 3,  quiet: 0,    day: [0.3, 2],   night: [0.3, 2],   next: [['in-bathroom', 30, 45], ['in-chair', 25, 3], ['out-of-room', 20, 2], ['edge-of-bed', 15, 8], ['in-bed', 9, 62], ['fallen', 1, 2]] },
  'in-bathroom':       { status: 6,  quiet: 0.5,  day: [3, 14],    night: [2, 9],     next: [['out-of-bed', 97, 47], ['in-bed', 0, 50], ['staff-in', 3, 3]] },
  'in-chair':          { status: 15, quiet: 0.4,  day: [8, 45],    night: [4, 15],    next: [['rising-from-chair', 85, 90], ['staff-in', 15, 10]] },
  'rising-from-chair': { status: 9,  quiet: 0,    day: [0.1, 0.5], night: [0.1, 0.5], next: [['out-of-bed', 80, 90], ['in-chair', 20, 10]] },
  'out-of-room':       { status: 4,  quiet: 0.3,  day: [10, 60],   night: [3, 12],    next: [['coming-back', 1, 1]] },
  'coming-back':       { status: 16, quiet: 1,    day: [0.1, 0.4], night: [0.1, 0.4], next: [['in-view', 60, 30], ['out-of-bed', 40, 70]] },
  'in-view':           { status: 8,  quiet: 0.7,  day: [0.5, 6],   night: [0.5, 3],   next: [['in-chair', 60, 10], ['out-of-bed', 40, 90]] },
  'fallen':            { status: 1,  quiet: 0,    day: [0.6, 3.5], night: [0.6, 3.5], next: [['staff-in', 1, 1]] },
  'staff-in':          { status: 11, quiet: 0,    day: [1, 10],    night: [1, 8],     next: [['staff-out', 1, 1]] },
  'staff-out':         { status: 24, quiet: 0,    day: [0.1, 0.7], night: [0.1, 0.7], next: [['in-bed', 60, 97], ['in-chair', 40, 3]] },
  'camera-lost':       { status: 12, quiet: 0,    day: [2, 12],    night: [2, 12],    next: [['camera-back', 1, 1]] },
  'camera-back':       { status: -1, quiet: 1,    day: [0.2, 0.8], night: [0.2, 0.8], next: [['in-bed', 1, 1]] },
  'restless':          { status: 5,  quiet: 1,    day: [20, 50],   night: [150, 400], next: [['false-fall', 1, 1]] },
  'false-fall':        { status: 1,  quiet: 0,    day: [0.3, 0.7], night: [0.3, 0.7], next: [['restless', 1, 1]] },
  'dozing':            { status: 5,  quiet: 1,    day: [2, 9],     night: [50, 120],  next: [['sitting-up', 1, 1]] },
  'sitting-up':        { status: 2,  quiet: 0,    day: [0.1, 1],   night: [0.1, 1],   next: [['walking', 3, 3], ['dozing', 1, 1]] },
  'walking':           { status: 3,  quiet: 0,    day: [0.2, 1.5], night: [0.2, 1.5], next: [['sitting-up', 2, 1], ['dozing', 1, 4]] },
  'vacant':            { status: 0,  quiet: 1,    day: [1e5, 1e6], night: [1e5, 1e6], next: [['vacant', 1, 1]] },
  'inactive':          { status: 0,  quiet: 1,    day: [1e5, 1e6], night: [1e5, 1e6], next: [['inactive', 1, 1]] },
};

/** Returns a random number of at least 0 and less than 1, like Math.random. */
export type RandomSource = () => number;

/** When a resident entered a state, in epoch milliseconds. */
export interface Moment {
  readonly state: ResidentState;
  readonly at: number;
}

const minuteMs = 60_000;

export function nextMoment({ state, at }: Moment, random: RandomSource, habits: Habits): Moment {
  const { day, night, next } = behaviours[state];
  const end = at + Math.round(minuteMs * randomBetween(isNightOf(habits, at) ? night : day, random));
  const weightOf = weightsAt(end, habits);
  let remaining = random() * next.reduce((sum, choice) => sum + weightOf(choice), 0);
  const chosen = next.find((choice) => (remaining -= weightOf(choice)) < 0) ?? next[0];
  return { state: chosen[0], at: end };
}

/** The weights of the states that may follow at a time. */
function weightsAt(at: number, habits: Habits): (choice: Transition) => number {
  if (!isNightOf(habits, at)) return ([, dayWeight]) => dayWeight;
  const unrest = unrestAt(habits, at);
  return ([to, , nightWeight]) => {
    if (to === 'getting-up' || to === 'walking') return nightWeight * habits.unrest * unrest;
    if (to === 'out-of-bed') return nightWeight * Math.max(unrest, 1);
    if (to === 'in-bathroom') return nightWeight * habits.bathroom * Math.min(unrest, 1);
    return nightWeight;
  };
}

/** A random number with log-uniform distribution: each order of magnitude between the bounds is equally likely. */
export function randomBetween([min, max]: Minutes, random: RandomSource): number {
  return min * (max / min) ** random();
}
