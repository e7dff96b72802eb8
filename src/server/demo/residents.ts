/** Simulates the rooms of the demo: random walks through the states of a room, which depend on the time of day. */

/**
 * `restless`: a device that reports falls which are none. `dozing`: a resident who often gets up by day. `vacant`: a
 * device that has never notified. `inactive`: a room that is not monitored.
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
type ResidentState = (typeof residentStates)[number];

/** What the device of a room reports. */
export interface RoomReport {
  /** The uuid of the stream. */
  readonly stream: string;
  /** The time of the report, in epoch milliseconds. */
  readonly at: number;
  /** The room status code. */
  readonly status: number;
  readonly notification: boolean;
}

type Minutes = readonly [min: number, max: number];

interface Behaviour {
  /** The room status code. */
  readonly status: number;
  /** The share of reports that are not notifications, from 0 to 1. */
  readonly quiet: number;
  /** How long the state lasts by day or by night, in minutes. */
  readonly day: Minutes;
  readonly night: Minutes;
  /** The states that may follow, with their weights. */
  readonly next: readonly [Transition, ...Transition[]];
}

type Transition = readonly [to: ResidentState, dayWeight: number, nightWeight: number];

// oxfmt-ignore
const behaviours: Readonly<Record<ResidentState, Behaviour>> = {
  'in-bed':            { status: 5,  quiet: 0.85, day: [10, 50],   night: [20, 90],   next: [['getting-up', 80, 20], ['staff-in', 14, 74], ['lying-unchanged', 3, 3], ['camera-lost', 3, 3]] },
  'lying-unchanged':   { status: 19, quiet: 0,    day: [2, 8],     night: [2, 10],    next: [['staff-in', 1, 1]] },
  'getting-up':        { status: 10, quiet: 0,    day: [0.15, 1],  night: [0.15, 1],  next: [['edge-of-bed', 70, 60], ['in-bed', 20, 35], ['out-of-bed', 10, 5]] },
  'edge-of-bed':       { status: 2,  quiet: 0,    day: [0.3, 3],   night: [0.3, 4],   next: [['out-of-bed', 80, 65], ['in-bed', 20, 35]] },
  'out-of-bed':        { status: 3,  quiet: 0,    day: [0.3, 2],   night: [0.3, 2],   next: [['in-bathroom', 30, 22], ['in-chair', 25, 4], ['out-of-room', 20, 2], ['edge-of-bed', 15, 8], ['in-bed', 9, 62], ['fallen', 1, 2]] },
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
  'restless':          { status: 5,  quiet: 1,    day: [20, 50],   night: [20, 50],   next: [['false-fall', 1, 1]] },
  'false-fall':        { status: 1,  quiet: 0,    day: [0.3, 0.7], night: [0.3, 0.7], next: [['restless', 1, 1]] },
  'dozing':            { status: 5,  quiet: 1,    day: [2, 9],     night: [40, 100],  next: [['sitting-up', 1, 1]] },
  'sitting-up':        { status: 2,  quiet: 0,    day: [0.1, 1],   night: [0.1, 1],   next: [['walking', 3, 3], ['dozing', 1, 1]] },
  'walking':           { status: 3,  quiet: 0,    day: [0.2, 1.5], night: [0.2, 1.5], next: [['sitting-up', 2, 2], ['dozing', 1, 1]] },
  'vacant':            { status: 0,  quiet: 1,    day: [1e5, 1e6], night: [1e5, 1e6], next: [['vacant', 1, 1]] },
  'inactive':          { status: 0,  quiet: 1,    day: [1e5, 1e6], night: [1e5, 1e6], next: [['inactive', 1, 1]] },
};

/** Returns a random number of at least 0 and less than 1, like Math.random. */
export type RandomSource = () => number;

/** When a resident entered a state, in epoch milliseconds. */
interface Moment {
  readonly state: ResidentState;
  readonly at: number;
}

const minuteMs = 60_000;
/** The share of falls that the past keeps. On a running board there are more, so that visitors see one. */
const pastFallShare = 0.15;
/** The bounds of a resident's first change after the start. They differ, so that not all rooms change at once. */
const firstChangeMinutes: Minutes = [0.15, 3];

interface SimulatedRoom {
  readonly uuid: string;
  readonly state: ResidentState;
  /** How long the room has had its state when the demo starts. */
  readonly minutes: number;
}

/** Simulates the rooms, with a past of `pastMs`. `now`: when the demo starts, in epoch milliseconds. */
export function simulateRooms(rooms: readonly SimulatedRoom[], now: number, random: RandomSource, pastMs: number) {
  const timelines = rooms.map((room) => {
    const moments = simulateResident({ state: room.state, at: now - room.minutes * minuteMs }, now, random, pastMs);
    return { stream: room.uuid, moments, next: moments.next().value };
  });
  return {
    /** Returns the reports up to `until` in order of time. Each report is returned once. */
    due: (until: number): RoomReport[] => {
      const due: RoomReport[] = [];
      for (const timeline of timelines) {
        for (; timeline.next.at <= until; timeline.next = timeline.moments.next().value) {
          const { state, at } = timeline.next;
          const { status, quiet } = behaviours[state];
          due.push({ stream: timeline.stream, at, status, notification: random() >= quiet });
        }
      }
      return due.toSorted((one, other) => one.at - other.at);
    },
  };
}

/** Yields the past up to the present state, and then the future without end. */
function* simulateResident(
  present: Moment,
  now: number,
  random: RandomSource,
  pastMs: number,
): Generator<Moment, never> {
  yield* pastOf(present, pastMs, random);
  const next = nextMoment(present, random);
  const earliest = now + Math.round(minuteMs * randomBetween(firstChangeMinutes, random));
  for (let moment = { ...next, at: Math.max(next.at, earliest) }; ; moment = nextMoment(moment, random)) yield moment;
}

/**
 * A past of about this length that ends in the present moment. It is simulated forward and then shifted back, so day and
 * night are right but for the time until a state that the present one may follow.
 */
function pastOf(present: Moment, pastMs: number, random: RandomSource): Moment[] {
  let moment = present;
  const moments = [moment];
  const mayPrecede = ({ state }: Moment) => behaviours[state].next.some(([to]) => to === present.state);
  while (moment.at - present.at < pastMs || !mayPrecede(moment)) {
    const next = nextMoment(moment, random);
    moment = next.state === 'fallen' && random() >= pastFallShare ? { ...next, state: 'edge-of-bed' } : next;
    moments.push(moment);
  }
  const shift = present.at - nextMoment(moment, random).at;
  const shifted = moments.map(({ state, at }) => ({ state, at: at + shift }));
  return [...shifted.filter(({ at }) => at >= present.at - 2 * pastMs), present];
}

function nextMoment({ state, at }: Moment, random: RandomSource): Moment {
  const { day, night, next } = behaviours[state];
  const end = at + Math.round(minuteMs * randomBetween(isNight(at) ? night : day, random));
  const weightOf = ([, dayWeight, nightWeight]: Transition) => (isNight(end) ? nightWeight : dayWeight);
  let remaining = random() * next.reduce((sum, choice) => sum + weightOf(choice), 0);
  const chosen = next.find((choice) => (remaining -= weightOf(choice)) < 0) ?? next[0];
  return { state: chosen[0], at: end };
}

/** A random number with log-uniform distribution: each order of magnitude between the bounds is equally likely. */
function randomBetween([min, max]: Minutes, random: RandomSource): number {
  return min * (max / min) ** random();
}

/** Whether it is night in this machine's time zone, because visitors compare the board with the clock on the wall. */
function isNight(at: number): boolean {
  const hour = new Date(at).getHours();
  return hour >= 21 || hour < 7;
}
