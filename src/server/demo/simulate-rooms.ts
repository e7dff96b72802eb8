/** Simulates all rooms of the demo and merges their reports in order of time. */
import type { DemoRoom } from './demo-home.ts';
import type { Random } from './random.ts';
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
const allClear = 0;

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
      return replayRecordings(recordings, { first, elapsedMs, now }, random);
    default:
      return simulateResident({ state, at: now - elapsedMs }, now, options);
  }
}
