import { describe, expect, it } from 'vitest';
import { demoHome, showcaseWard } from './demo-home.ts';
import { seededRandom } from './random.ts';
import { loadRecordings } from './recordings.ts';
import { openRoomStories, type RoomSighting } from './room-stories.ts';

const hour = 3_600_000;
const { rooms } = demoHome;
const recordings = loadRecordings();
const living = new Set(rooms.filter(({ wardUUID }) => wardUUID === showcaseWard.uuid).map(({ uuid }) => uuid));
const isNight = (at: number) => new Date(at).getUTCHours() >= 21 || new Date(at).getUTCHours() < 7;
const open = (now: number, seed = 1) =>
  openRoomStories({ rooms, recordings, now, random: seededRandom(seed), isNight });
const midnight = Date.UTC(2026, 0, 15);

/** What each card shows: the newest sighting and the newest that notified. */
function boardOf(sightings: readonly RoomSighting[]) {
  return rooms.map((room) => {
    const own = sightings.filter(({ stream }) => stream === room.uuid);
    return { ...room, now: own.at(-1), notified: own.findLast(({ notification }) => notification) };
  });
}

describe('the board as the demo begins', () => {
  const board = boardOf(open(midnight).opening);

  it('shows every monitored room with a status, and none that is not monitored', () => {
    for (const { status, now, displayName } of board)
      expect(now === undefined, displayName).toBe(status === 'INACTIVE');
  });

  it('has last notifications from many different minutes of the last hours, and one room without', () => {
    const monitored = board.filter(({ status }) => status === 'ACTIVE');
    expect(monitored.filter(({ notified }) => notified === undefined).map(({ present }) => present)).toEqual([
      'vacant',
    ]);
    const minutes = monitored.map(({ notified }) => Math.floor((notified?.at ?? 0) / 60_000));
    expect(new Set(minutes).size).toBeGreaterThan(30);
    expect(midnight - Math.min(...monitored.map(({ notified }) => notified?.at ?? midnight))).toBeLessThan(6 * hour);
  });

  it('is a good picture of the living ward: calm rooms, and at least eight other statuses', () => {
    const statuses = board.filter(({ uuid }) => living.has(uuid)).flatMap(({ now }) => now?.status ?? []);
    expect(statuses.filter((status) => status === 5 || status === 0).length).toBeGreaterThanOrEqual(4);
    expect(new Set(statuses).size).toBeGreaterThanOrEqual(9);
    expect(statuses.filter((status) => status === 1)).toHaveLength(1);
  });

  it('ends in what is so now, told quietly, so that a board from an earlier run is right again', () => {
    const { opening } = open(midnight);
    const monitored = rooms.filter(({ status }) => status === 'ACTIVE');
    const confirmations = opening.slice(-monitored.length);
    expect(new Set(confirmations.map(({ stream }) => stream)).size).toBe(monitored.length);
    for (const { at, notification } of confirmations)
      expect({ at, notification }).toEqual({ at: midnight, notification: false });
  });
});

describe('the demo as it goes on', () => {
  it.each([
    ['night', 1],
    ['day', 13],
  ])('changes something on the living ward every 10 to 20 seconds by %s', (_, clock) => {
    for (const seed of [1, 2, 3]) {
      const now = midnight + clock * hour;
      const seen = open(now, seed)
        .due(now + 3 * hour, Infinity)
        .filter(({ stream }) => living.has(stream));
      const seconds = (3 * hour) / seen.length / 1_000;
      expect(seconds).toBeGreaterThan(10);
      expect(seconds).toBeLessThan(20);
    }
  });

  it('gives each sighting once, in the order of time, however it is asked', () => {
    const [atOnce, inParts] = [open(midnight), open(midnight)];
    const all = atOnce.due(midnight + hour, Infinity);
    const parts: RoomSighting[] = [];
    for (let until = midnight; parts.length < all.length; until = Math.min(until + 20_000, midnight + hour)) {
      const next = inParts.nextAt();
      const due = inParts.due(until, 3);
      if (due.length > 0) expect(due[0]?.at).toBe(next);
      parts.push(...due);
    }
    expect(parts).toEqual(all);
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted((a, b) => a - b));
    expect(inParts.nextAt()).toBeGreaterThan(midnight + hour);
  });

  it('goes through a fall and a lost camera now and then', () => {
    const statuses = new Set(
      open(midnight)
        .due(midnight + 12 * hour, Infinity)
        .map(({ status }) => status),
    );
    for (const status of [1, 11, 24, 12, -1]) expect(statuses).toContain(status);
  });
});
