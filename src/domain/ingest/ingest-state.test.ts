import { expect, test } from 'vitest';
import { fresh, now } from '../../../tests/support/ingest-state.ts';
import { applyReport } from './ingest-state.ts';

const report = (status: number, at: number, notification = true) => ({ status, at, notification });

test('a report without notification sets the status and keeps the last notification', () => {
  const out = applyReport(fresh, report(3, now - 60_000), now);
  const back = applyReport(out, report(5, now, false), now);
  expect(back).toEqual({ ...out, roomStatus: 5, revision: 2, reportedAt: now });
});

test('a report with a time more than 5 s in the future gets the time of receipt, so that later reports are applied', () => {
  const at = (aheadMs: number) => applyReport(fresh, report(1, now + aheadMs), now).reportedAt;
  expect([at(5_000), at(5_001)]).toEqual([now + 5_000, now]);
});

test('after the clock of the server was set back by an hour new reports are still applied', () => {
  const before = applyReport(fresh, report(5, now + 3_600_000), now + 3_600_000);
  const next = applyReport(before, report(1, now - 200), now);
  expect(next).toMatchObject({ roomStatus: 1, revision: 2, reportedAt: now - 200 });
});
