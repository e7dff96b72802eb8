import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from './random.ts';
import { loadRecordings } from './recordings.ts';
import { replayStory, sightingsOf } from './replay.ts';
import type { Sighting } from './sighting.ts';

const recordings = loadRecordings();
const now = Date.UTC(2026, 0, 15, 3);
const minute = 60_000;

const take = (story: Iterator<Sighting, never>, count: number) =>
  Array.from({ length: count }, () => story.next().value);

const present = fc.record({
  first: fc.nat({ max: recordings.length - 1 }),
  elapsed: fc.nat({ max: 8 * minute }),
  now: fc.constant(now),
});

describe('a room that replays the recordings', () => {
  it('says what the recording says, at the same distances in time', () => {
    for (const recording of recordings) {
      const sightings = sightingsOf(recording, now);
      expect(sightings.map(({ at, status }) => ({ at: at - now, status }))).toEqual(recording.changes);
      expect(sightings.every(({ status, notification }) => notification === (status !== 5))).toBe(true);
    }
  });

  it('has a past, is in the middle of its recording now, and never repeats a status or turns back time', () => {
    fc.assert(
      fc.property(present, fc.integer(), (at, seed) => {
        const sightings = take(replayStory(recordings, at, seededRandom(seed)), 120);
        for (const [index, sighting] of sightings.entries()) {
          const before = sightings[index - 1];
          if (before === undefined) continue;
          expect(sighting.at).toBeGreaterThan(before.at);
          expect(sighting.status).not.toBe(before.status);
        }
        const current = recordings[at.first];
        const running = current?.changes.findLast((change) => change.at <= at.elapsed);
        const seen = sightings.findLast((sighting) => sighting.at <= now);
        if (current !== undefined && at.elapsed < current.endsAt) expect(seen?.status).toBe(running?.status);
        expect(sightings.some((sighting) => sighting.at <= now && sighting.notification)).toBe(true);
      }),
    );
  });

  it('rests in bed for two to nine minutes after each, then goes on with the next, round the list', () => {
    const first = recordings.length - 1;
    const changes = recordings.reduce((sum, recording) => sum + recording.changes.length, 0);
    const story = replayStory(recordings, { first, elapsed: 0, now }, seededRandom(4));
    const sightings = take(story, changes + recordings.length);
    const rests = sightings.flatMap((sighting, index) =>
      sighting.status === 5 ? (sightings[index + 1]?.at ?? sighting.at) - sighting.at : [],
    );
    expect(rests.filter((length) => length >= 2 * minute).length).toBeGreaterThan(recordings.length * 0.6);
    expect(Math.max(...rests)).toBeLessThan(30 * minute);
  });
});
