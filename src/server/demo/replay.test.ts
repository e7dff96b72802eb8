import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { loadRecordings } from './recordings.ts';
import { replayRecordings, reportsOf } from './replay.ts';
import type { SimulatedReport } from './resident-model.ts';

const recordings = loadRecordings();
const now = Date.UTC(2026, 0, 15, 3);
const minute = 60_000;

const take = (reports: Iterator<SimulatedReport, never>, count: number) =>
  Array.from({ length: count }, () => reports.next().value);

test('a replayed recording keeps its statuses and intervals, and being in bed is no notification', () => {
  for (const recording of recordings) {
    const reports = reportsOf(recording, now);
    expect(reports.map(({ at, status }) => ({ at: at - now, status }))).toEqual(recording.changes);
    expect(reports.every(({ status, notification }) => notification === (status !== 5))).toBe(true);
  }
});

test('a replaying room has a past with a notification, shows the present status of its recording, and reports changes in order of time', () => {
  const start = fc.record({
    first: fc.nat({ max: recordings.length - 1 }),
    elapsedMs: fc.nat({ max: 8 * minute }),
    now: fc.constant(now),
  });
  fc.assert(
    fc.property(start, fc.integer(), (present, seed) => {
      const reports = take(
        replayRecordings(recordings, present, { random: seededRandom(seed), isNight: () => false }),
        60,
      );
      const unchanged = reports
        .slice(1)
        .filter(({ at, status }, index) => at <= (reports[index]?.at ?? at) || status === reports[index]?.status);
      expect(unchanged).toEqual([]);
      const current = recordings[present.first];
      const expected = current?.changes.findLast((change) => change.at <= present.elapsedMs);
      const newest = reports.findLast((report) => report.at <= now);
      if (current !== undefined && present.elapsedMs < current.endsAt) expect(newest?.status).toBe(expected?.status);
      expect(reports.some((report) => report.at <= now && report.notification)).toBe(true);
    }),
    { numRuns: 50 },
  );
});
