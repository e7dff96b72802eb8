import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyReport, clockToleranceMs, type ReportedState } from './status-report.ts';

const initial: ReportedState = {
  roomStatus: -1,
  lastNotification: null,
  lastNotificationSent: null,
  revision: 0,
  reportedAt: null,
};
const now = Date.UTC(2026, 0, 15, 3, 11, 40);

test('a report sets the status and the last notification', () => {
  const state = applyReport(initial, { status: 1, at: now - 2_000, notification: true }, now);
  expect(state).toEqual({
    roomStatus: 1,
    lastNotification: 1,
    lastNotificationSent: '2026-01-15T03:11:38.000Z',
    revision: 1,
    reportedAt: now - 2_000,
  });
});

test('a report without notification sets the status and keeps the last notification', () => {
  const out = applyReport(initial, { status: 3, at: now - 60_000, notification: true }, now);
  const back = applyReport(out, { status: 5, at: now, notification: false }, now);
  expect(back).toMatchObject({ roomStatus: 5, lastNotification: 3, revision: 2 });
  expect(back.lastNotificationSent).toBe(out.lastNotificationSent);
});

test('a report that is older than the newest one changes nothing', () => {
  const state = applyReport(initial, { status: 3, at: now, notification: true }, now);
  expect(applyReport(state, { status: 5, at: now - 1, notification: true }, now)).toBe(state);
});

test('a report with a time in the future gets the time of receipt, so that later reports are applied', () => {
  const ahead = applyReport(initial, { status: 3, at: now + 3_600_000, notification: true }, now);
  expect(ahead.reportedAt).toBe(now);
  const next = applyReport(ahead, { status: 1, at: now + 1_000, notification: true }, now + 1_000);
  expect(next.roomStatus).toBe(1);
});

test('a time up to 5 s in the future is kept', () => {
  const at = (aheadMs: number) =>
    applyReport(initial, { status: 1, at: now + aheadMs, notification: true }, now).reportedAt;
  expect([at(5_000), at(5_001)]).toEqual([now + 5_000, now]);
});

test('reports are applied after the clock of the server was set back by an hour', () => {
  const before = applyReport(initial, { status: 5, at: now + 3_600_000, notification: true }, now + 3_600_000);
  const next = applyReport(before, { status: 1, at: now - 200, notification: true }, now);
  expect(next).toMatchObject({ roomStatus: 1, revision: 2, reportedAt: now - 200 });
});

test('for any reports the revision only grows and no time exceeds the clock tolerance', () => {
  const reports = fc.array(
    fc.record({
      status: fc.integer(),
      at: fc.integer({ min: now - 1e9, max: now + 1e9 }),
      notification: fc.boolean(),
    }),
  );
  fc.assert(
    fc.property(reports, (sent) => {
      let state = initial;
      for (const report of sent) {
        const next = applyReport(state, report, now);
        expect(next.revision - state.revision).toBe(next === state ? 0 : 1);
        expect(next.reportedAt ?? 0).toBeGreaterThanOrEqual(state.reportedAt ?? 0);
        expect(next.reportedAt ?? 0).toBeLessThanOrEqual(now + clockToleranceMs);
        state = next;
      }
    }),
  );
});
