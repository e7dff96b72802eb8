/** Replays recordings in a room: one after the other without end, with rests in bed between them. */
import { randomBetween } from './random.ts';
import type { Recording } from './recordings.ts';
import type { SimulatedReport, SimulationOptions } from './resident-model.ts';

const minuteMs = 60_000;
/** By day visitors see much of the recordings. At night residents get up two or three times. */
const restMinutes = { day: [2, 9], night: [90, 240] } as const;
/** A recording may end at its last change. The last status is held this long before the rest begins. */
const lastStatusMs = 15_000;

const inBed = 5;

/** The reports of one recording. Being in bed is no notification, all other statuses are. */
export function reportsOf(recording: Recording, beginsAt: number): SimulatedReport[] {
  return recording.changes.map(({ at, status }) => ({ at: beginsAt + at, status, notification: status !== inBed }));
}

/**
 * Yields the reports of a room that replays the recordings in turn. At `now`, `elapsedMs` of the recording with the
 * index `first` have passed. The recording before it is the past of the room.
 */
export function* replayRecordings(
  recordings: readonly [Recording, ...Recording[]],
  { first, elapsedMs, now }: { readonly first: number; readonly elapsedMs: number; readonly now: number },
  { random, isNight }: SimulationOptions,
): Generator<SimulatedReport, never> {
  const recordingAt = (turn: number) => recordings.at(turn % recordings.length) ?? recordings[0];
  const restAfter = (at: number) =>
    Math.round(minuteMs * randomBetween(restMinutes[isNight(at) ? 'night' : 'day'], random));
  let restMs = restAfter(now);
  let beginsAt = now - elapsedMs - restMs - lengthMs(recordingAt(first - 1));
  let last: SimulatedReport | undefined;
  for (let turn = first - 1; ; turn++) {
    const recording = recordingAt(turn);
    const restsAt = beginsAt + lengthMs(recording);
    const rest: SimulatedReport = { at: restsAt, status: inBed, notification: false };
    for (const report of [...reportsOf(recording, beginsAt), rest]) {
      if (report.status !== last?.status) yield (last = report);
    }
    beginsAt = restsAt + restMs;
    restMs = restAfter(restsAt);
  }
}

function lengthMs({ changes, endsAt }: Recording): number {
  return Math.max(endsAt, (changes.at(-1)?.at ?? 0) + lastStatusMs);
}
