/** Simulates the rooms of the demo: what their devices reported in the past, and what they report from now on. */
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
const pastFallShare = 0.15;
/** The last part of the past, whose end is tried several times. */
const lastPartMs = 3 * 60 * minuteMs;
const triedEnds = 100;
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

/** A past of about this length that ends in the present moment. */
function pastOf(present: Moment, pastMs: number, random: RandomSource): Moment[] {
  const first = { state: present.state, at: present.at - pastMs };
  const moments = [first, ...walk(first, present.at - lastPartMs, random)];
  const last = moments.at(-1) ?? first;
  // Of several ends the one is taken that leads to the present state soonest, so that the past is shifted as little as
  // possible and has the right hours of the day.
  const ends = Array.from({ length: triedEnds }, () => endOf(last, present, random));
  const end = ends.reduce((best, one) => (one.at < best.at ? one : best));
  const shift = present.at - end.at;
  const shifted = [...moments, ...end.moments].map(({ state, at }) => ({ state, at: at + shift }));
  return [...shifted.filter(({ at }) => at >= present.at - 2 * pastMs), present];
}

/** The moments after `from` and before `until`. */
function walk(from: Moment, until: number, random: RandomSource): Moment[] {
  const moments: Moment[] = [];
  for (let next = nextPastMoment(from, random); next.at < until; next = nextPastMoment(next, random))
    moments.push(next);
  return moments;
}

/** The moments after `from` until the present state may follow. `at`: when it follows, at the present time or later. */
function endOf(
  from: Moment,
  present: Moment,
  random: RandomSource,
): { readonly moments: Moment[]; readonly at: number } {
  const moments: Moment[] = [];
  const mayPrecede = ({ state }: Moment) => behaviours[state].next.some(([to]) => to === present.state);
  for (let moment = from; ;) {
    const next = nextPastMoment(moment, random);
    if (next.at >= present.at && mayPrecede(moment)) return { moments, at: next.at };
    moment = next;
    moments.push(moment);
  }
}

function nextPastMoment(moment: Moment, random: RandomSource): Moment {
  const next = nextMoment(moment, random);
  return next.state === 'fallen' && random() >= pastFallShare ? { ...next, state: 'edge-of-bed' } : next;
}
