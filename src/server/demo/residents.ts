/** Simulates the rooms of the demo: what their devices reported in the past, and what they report from now on. */
import { type Habits, habitsOf, isNightOf, type lastNights } from './resident-habits.ts';
import {
  behaviours,
  type Minutes,
  type Moment,
  nextMoment,
  randomBetween,
  type RandomSource,
  type ResidentState,
} from './resident-model.ts';

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

const minuteMs = 60_000;
/** The share of falls that the past keeps. On a running board there are more, so that visitors see one. */
const pastFallShare = 0.015;
/** The last part of the past, whose end is tried several times. */
const lastPartMs = 3 * 60 * minuteMs;
const triedEnds = 100;
/** The bounds of a resident's first change after the start. They differ, so that not all rooms change at once. */
const firstChangeMinutes: Minutes = [0.15, 3];

interface SimulatedRoom {
  readonly uuid: string;
  readonly displayName: string;
  readonly state: ResidentState;
  /** How long the room has had its state when the demo starts. */
  readonly minutes: number;
  readonly lastNight: (typeof lastNights)[number];
}

interface Resident {
  readonly habits: Habits;
  readonly random: RandomSource;
}

/**
 * Simulates the rooms. `due` begins with the past of `pastMs`. All earlier reports are in `earlier`, so that the two can
 * be stored one after the other. `now`: when the demo starts, in epoch milliseconds.
 */
export function simulateRooms(rooms: readonly SimulatedRoom[], now: number, random: RandomSource, pastMs: number) {
  const timelines = rooms.map((room) => {
    const resident = { habits: habitsOf(room, now), random };
    const moments = simulateResident({ state: room.state, at: now - room.minutes * minuteMs }, now, resident, pastMs);
    const before: Moment[] = [];
    let next = moments.next().value;
    for (; next.at < now - pastMs; next = moments.next().value) before.push(next);
    return { stream: room.uuid, resident, before, moments, next, first: before[0] ?? next };
  });
  const reportOf = (stream: string, { state, at }: Moment): RoomReport => {
    const { status, quiet } = behaviours[state];
    return { stream, at, status, notification: random() >= quiet };
  };
  return {
    /** Returns the reports up to `until` in order of time. Each report is returned once. */
    due: (until: number): RoomReport[] => {
      const due: RoomReport[] = [];
      for (const timeline of timelines) {
        for (; timeline.next.at <= until; timeline.next = timeline.moments.next().value) {
          due.push(reportOf(timeline.stream, timeline.next));
        }
      }
      return due.toSorted((one, other) => one.at - other.at);
    },
    /** Yields, room by room, the reports of a time of `earlierMs` before the past, which lead to its first report. */
    *earlier(earlierMs: number): Generator<readonly RoomReport[]> {
      for (const { stream, resident, before, first } of timelines) {
        const start = { state: first.state, at: first.at - earlierMs };
        // A device has been faulty for no longer than the past.
        const state = first.state === 'restless' ? 'in-bed' : startOf(start, resident.habits);
        const moments = [...pastOf(first, { ...start, state }, resident).slice(0, -1), ...before];
        yield moments.map((moment) => reportOf(stream, moment));
      }
    },
  };
}

/** Yields the past up to the present state, and then the future without end. */
function* simulateResident(present: Moment, now: number, resident: Resident, pastMs: number): Generator<Moment, never> {
  const { habits, random } = resident;
  const start = { state: present.state, at: present.at - pastMs };
  yield* pastOf(present, { ...start, state: startOf(start, habits) }, resident);
  const next = nextMoment(present, random, habits);
  const earliest = now + Math.round(minuteMs * randomBetween(firstChangeMinutes, random));
  for (let moment = { ...next, at: Math.max(next.at, earliest) }; ; moment = nextMoment(moment, random, habits)) {
    yield moment;
  }
}

/** The states of residents who are never in another one. */
const ownStates: readonly ResidentState[] = ['restless', 'false-fall', 'dozing', 'sitting-up', 'walking', 'vacant'];

/** The state with which a past begins that leads to this state. At night, and before a fall, residents were in bed. */
function startOf({ state, at }: Moment, habits: Habits): ResidentState {
  if (ownStates.includes(state)) return state;
  return state === 'fallen' || isNightOf(habits, at) ? 'in-bed' : state;
}

/** A past that begins about with the moment `first` and ends in the present moment. */
function pastOf(present: Moment, first: Moment, resident: Resident): Moment[] {
  const moments = [first, ...walk(first, present.at - lastPartMs, resident)];
  const last = moments.at(-1) ?? first;
  // Of several ends the one is taken that leads to the present state soonest, so that the past is shifted as little as
  // possible and has the right hours of the day.
  const ends = Array.from({ length: triedEnds }, () => endOf(last, present, resident));
  const end = ends.reduce((best, one) => (one.at < best.at ? one : best));
  const shift = present.at - end.at;
  const shifted = [...moments, ...end.moments].map(({ state, at }) => ({ state, at: at + shift }));
  return [...shifted.filter(({ at }) => at >= 2 * first.at - present.at), present];
}

/** The moments after `from` and before `until`. */
function walk(from: Moment, until: number, resident: Resident): Moment[] {
  const moments: Moment[] = [];
  for (let next = nextPastMoment(from, resident); next.at < until; next = nextPastMoment(next, resident))
    moments.push(next);
  return moments;
}

/** The moments after `from` until the present state may follow. `at`: when it follows, at the present time or later. */
function endOf(from: Moment, present: Moment, resident: Resident): { readonly moments: Moment[]; readonly at: number } {
  const moments: Moment[] = [];
  const mayPrecede = ({ state }: Moment) => behaviours[state].next.some(([to]) => to === present.state);
  for (let moment = from; ;) {
    const next = nextPastMoment(moment, resident);
    if (next.at >= present.at && mayPrecede(moment)) return { moments, at: next.at };
    moment = next;
    moments.push(moment);
  }
}

function nextPastMoment(moment: Moment, { random, habits }: Resident): Moment {
  const next = nextMoment(moment, random, habits);
  return next.state === 'fallen' && random() >= pastFallShare ? { ...next, state: 'edge-of-bed' } : next;
}
