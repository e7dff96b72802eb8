import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bathroom, fall, fresh, inBed, now, outOfBed, rules } from '../../../tests/support/ingest-state.ts';
import {
  type IngestState,
  lateAfterMs,
  maxHoldOffSeconds,
  ingestPending,
  ingestHeartbeat,
  ingestOffline,
  ingestReport,
  ingestSilence,
  unreachable,
} from './ingest.ts';

describe('whatever happens, in whatever order', () => {
  const happening = fc.record({
    what: fc.constantFrom('report', 'quiet report', 'heartbeat', 'offline', 'silence', 'due'),
    status: fc.constantFrom(fall, outOfBed, inBed, bathroom, unreachable, 999),
    /** How much later than the one before, and how old by its own clock. */
    afterMs: fc.integer({ min: 0, max: 120_000 }),
    ageMs: fc.oneof(
      fc.constant(0),
      fc.integer({ min: -5_000, max: 5_000 }),
      fc.integer({ min: -7_200_000, max: 7_200_000 }),
    ),
  });
  type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

  function* live(happenings: readonly Happening[]) {
    let state = fresh;
    let time = now;
    for (const { what, status, afterMs, ageMs } of happenings) {
      time += afterMs;
      const before = state;
      const report = { status, at: time - ageMs, notification: what === 'report' };
      if (what === 'report' || what === 'quiet report') ({ state } = ingestReport(state, report, rules, time));
      if (what === 'heartbeat') state = ingestHeartbeat(state, time);
      if (what === 'offline') state = ingestOffline(state, time);
      if (what === 'silence') state = ingestSilence(state, rules, time, now);
      if (what === 'due') state = ingestPending(state, time);
      yield { before, state, what, status, time, report };
    }
  }
  const all = (check: (step: ReturnType<typeof live> extends Generator<infer S> ? S : never) => void) => {
    fc.assert(
      fc.property(fc.array(happening, { minLength: 1, maxLength: 40 }), (happenings) => {
        for (const step of live(happenings)) check(step);
      }),
    );
  };

  test('the revision never falls, and rises exactly when something else is shown', () => {
    all(({ before, state }) => {
      const shown = ({ roomStatus, lastNotification, lastNotificationSent }: IngestState) =>
        JSON.stringify([roomStatus, lastNotification, lastNotificationSent]);
      expect(state.revision).toBeGreaterThanOrEqual(before.revision);
      if (shown(state) !== shown(before)) expect(state.revision).toBeGreaterThan(before.revision);
    });
  });

  test('an urgent report of now is shown or was shown already', () => {
    all(({ state, what, status, report, time, before }) => {
      if (what !== 'report' || status !== fall || Math.abs(report.at - time) > 5_000) return;
      if (report.at < Math.max(before.reportedAt ?? 0, before.pending?.at ?? 0)) return;
      expect(state.roomStatus).toBe(fall);
    });
  });

  test('what is held counts after its time, however often it is looked for', () => {
    all(({ state, time }) => {
      if (state.pending === null) return;
      const due = ingestPending(state, time + maxHoldOffSeconds * 1000);
      expect(due.pending).toBeNull();
      expect(due.roomStatus).toBe(state.pending.status);
      expect(ingestPending(due, time + 1e7)).toBe(due);
    });
  });

  test('no notification lies more than a moment in the future', () => {
    all(({ state, time }) => {
      expect(Date.parse(state.lastNotificationSent ?? new Date(0).toISOString())).toBeLessThanOrEqual(time + 5_000);
    });
  });

  test('a device that is heard is never shown as silent', () => {
    all(({ state, what, report, time }) => {
      if (what !== 'heartbeat' && time - report.at > lateAfterMs) return;
      if (['report', 'quiet report', 'heartbeat'].includes(what)) expect(state.statusBeforeOffline).toBeNull();
    });
  });
});
