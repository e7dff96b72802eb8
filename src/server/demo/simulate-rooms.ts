/** Simulates all rooms of the demo and merges their reports in order of time. */
import type { DemoRoom } from './demo-home.ts';
import { type Random, randomBetween } from './random.ts';
import type { Recording } from './recordings.ts';
import { replayRecordings } from './replay.ts';
import { type SimulatedReport, simulateResident } from './resident-model.ts';

export interface RoomReport extends SimulatedReport {
  /** The uuid of the stream. */
  readonly stream: string;
}

export interface SimulateRoomsOptions {
  readonly rooms: readonly DemoRoom[];
  readonly recordings: readonly [Recording, ...Recording[]];
  /** When the demo starts, in epoch milliseconds. */
  readonly now: number;
  readonly random: Random;
  readonly isNight: (at: number) => boolean;
}

const minuteMs = 60_000;
const secondMs = 1_000;
const falseAlarmMinutes = [20, 50] as const;
const [allClear, fallen, inBed] = [0, 1, 5];

export function simulateRooms(options: SimulateRoomsOptions) {
  const { rooms, recordings } = options;
  const replaying = rooms.filter(({ state }) => state === 'replay');
  const timelines = rooms.map((room) => {
    // The rooms begin with recordings that are far apart in the list.
    const first = Math.floor((replaying.indexOf(room) * recordings.length) / replaying.length);
    const reports = timelineOf(room, first, options);
    return { stream: room.uuid, reports, next: reports.next().value };
  });

  return {
    /** The reports up to `until` in order of time. Each report is returned once. */
    due: (until: number): RoomReport[] => {
      const due: RoomReport[] = [];
      for (const timeline of timelines) {
        for (; timeline.next && timeline.next.at <= until; timeline.next = timeline.reports.next().value) {
          due.push({ stream: timeline.stream, ...timeline.next });
        }
      }
      return due.toSorted((one, other) => one.at - other.at);
    },
    /** When the next report is due; Infinity if there is none. */
    nextAt: () => Math.min(...timelines.map(({ next }) => next?.at ?? Infinity)),
  };
}

function timelineOf(
  { state, minutes }: DemoRoom,
  first: number,
  options: SimulateRoomsOptions,
): Iterator<SimulatedReport, undefined> {
  const { now, random, recordings } = options;
  const elapsedMs = minutes * minuteMs;
  switch (state) {
    case 'inactive':
      return [].values();
    case 'vacant':
      return [{ at: now - elapsedMs, status: allClear, notification: false }].values();
    case 'replay':
      return replayRecordings(recordings, { first, elapsedMs, now }, options);
    case 'false-alarms':
      return simulateFalseAlarms(now - elapsedMs, now, random);
    default:
      return simulateResident({ state, at: now - elapsedMs }, now, options);
  }
}

/** The resident is in bed, and the device reports a fall now and then. */
function* simulateFalseAlarms(since: number, now: number, random: Random): Generator<SimulatedReport, undefined> {
  yield { at: since, status: inBed, notification: true };
  const last = now - secondMs * randomBetween([60, 170], random);
  yield { at: last, status: fallen, notification: true };
  yield { at: last + 20 * secondMs, status: inBed, notification: false };
  for (let at = now; ;) {
    yield { at: (at += minuteMs * randomBetween(falseAlarmMinutes, random)), status: fallen, notification: true };
    yield { at: (at += secondMs * randomBetween([15, 40], random)), status: inBed, notification: false };
  }
}
