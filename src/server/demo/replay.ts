/** The recordings as a room's day: one after the other, shifted to now, with rests in bed between them. */
import { between, type Random } from './random.ts';
import type { Recording } from './recordings.ts';
import type { Sighting } from './sighting.ts';

const minute = 60_000;
const rest = [2, 9] as const;
/** A recording may end at its last change; that is held for a moment before the rest begins. */
const holdMs = 15_000;

const inBed = 5;

/** What a recording says when it begins at an instant. Coming to bed is told quietly, all else notifies. */
export function sightingsOf(recording: Recording, beginsAt: number): Sighting[] {
  return recording.changes.map(({ at, status }) => ({ at: beginsAt + at, status, notification: status !== inBed }));
}

/**
 * All that a room says that replays the recordings in turn, without end. Of the first one, counted
 * round the list, `elapsed` milliseconds have passed now; the one before it is the room's past.
 */
export function* replayStory(
  recordings: readonly [Recording, ...Recording[]],
  present: { readonly first: number; readonly elapsed: number; readonly now: number },
  random: Random,
): Generator<Sighting, never> {
  const recordingOf = (turn: number) => recordings.at(turn % recordings.length) ?? recordings[0];
  let pause = restLength(random);
  let beginsAt = present.now - present.elapsed - pause - lengthOf(recordingOf(present.first - 1));
  let last: Sighting | undefined;
  for (let turn = present.first - 1; ; turn++) {
    const recording = recordingOf(turn);
    const restsAt = beginsAt + lengthOf(recording);
    const resting: Sighting = { at: restsAt, status: inBed, notification: false };
    for (const seen of [...sightingsOf(recording, beginsAt), resting]) {
      if (seen.status !== last?.status) yield (last = seen);
    }
    beginsAt = restsAt + pause;
    pause = restLength(random);
  }
}

function lengthOf({ changes, endsAt }: Recording): number {
  return Math.max(endsAt, (changes.at(-1)?.at ?? 0) + holdMs);
}

function restLength(random: Random): number {
  return Math.round(minute * between(rest, random));
}
