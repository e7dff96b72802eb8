/** All rooms of the demo at once: what each device says, merged into one line of time. */
import type { DemoRoom } from './demo-home.ts';
import { seededRandom, type Random } from './random.ts';
import type { Recording } from './recordings.ts';
import { replayStory } from './replay.ts';
import type { ResidentState } from './resident-habits.ts';
import { residentStory } from './resident-model.ts';
import type { Sighting } from './sighting.ts';

export interface RoomSighting extends Sighting {
  /** uuid of the stream. */
  readonly stream: string;
}

export interface RoomStories {
  /**
   * The past of every room, and then once more what is so now, told quietly, as a device does when it
   * connects: a board that knew something newer from an earlier run is right again.
   */
  readonly opening: readonly RoomSighting[];
  /** The next sightings up to a time, in the order of time, at most `limit`. Each is given once. */
  due(until: number, limit: number): RoomSighting[];
  /** When the next sighting is due; infinite when there is none. */
  nextAt(): number;
}

interface StoryOptions {
  readonly rooms: readonly DemoRoom[];
  readonly recordings: readonly [Recording, ...Recording[]];
  /** When the demo begins, epoch milliseconds. */
  readonly now: number;
  readonly random: Random;
  readonly isNight: (at: number) => boolean;
}

const minute = 60_000;
const allClear = 0;

export function openRoomStories(options: StoryOptions): RoomStories {
  const { now, rooms } = options;
  const replays = rooms.filter(({ present }) => present === 'replay');
  const heads = rooms.flatMap((room) => {
    // Each room has its own chance, so that its story does not hang on its neighbours'.
    const random = seededRandom(options.random() * 2 ** 32);
    // The replaying rooms begin as far apart in the list of recordings as can be.
    const first = Math.floor((replays.indexOf(room) * options.recordings.length) / replays.length);
    const story = storyOf(room, first, { ...options, random });
    const head = story?.next();
    return story === undefined || head?.done !== false ? [] : [{ stream: room.uuid, story, seen: head.value }];
  });

  function soonest(): (typeof heads)[number] | undefined {
    let [first] = heads;
    for (const head of heads) if (first === undefined || head.seen.at < first.seen.at) first = head;
    return first;
  }

  function due(until: number, limit = Infinity): RoomSighting[] {
    const sightings: RoomSighting[] = [];
    while (sightings.length < limit) {
      const head = soonest();
      if (head === undefined || head.seen.at > until) break;
      sightings.push({ stream: head.stream, ...head.seen });
      const next = head.story.next();
      if (next.done === true) heads.splice(heads.indexOf(head), 1);
      else head.seen = next.value;
    }
    return sightings;
  }

  const past = due(now);
  const present = new Map(past.map(({ stream, status }) => [stream, { stream, status, at: now, notification: false }]));
  return {
    opening: [...past, ...present.values()],
    due,
    nextAt: () => soonest()?.seen.at ?? Infinity,
  };
}

function storyOf(room: DemoRoom, first: number, options: StoryOptions): Iterator<Sighting, unknown> | undefined {
  const { now, random, recordings } = options;
  const ago = room.minutes * minute;
  switch (room.present) {
    case 'inactive':
      return undefined;
    case 'vacant':
      return [{ at: now - ago, status: allClear, notification: false }].values();
    case 'replay':
      return replayStory(recordings, { first, elapsed: ago, now }, random);
    default:
      return residentStory({ state: room.present satisfies ResidentState, at: now - ago }, now, options);
  }
}
