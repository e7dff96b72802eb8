import { expect, test } from 'vitest';
import type { ShownAlert } from '../../domain/alerts/shown-alert.ts';
import { testAlert } from '../../../tests/support/test-alert.ts';
import { testStream } from '../../../tests/support/test-stream.ts';
import { selectNewlyRaised, raisedAlertsOf } from './raised-alerts.ts';

const fall = testAlert('fall');
const raisedAlertsWith = (change: Partial<ShownAlert> = {}) =>
  raisedAlertsOf([testStream('a', { alerts: [testAlert('fall', change)] })]);

test('only raised alerts sound, also those of an inactive room', () => {
  for (const priority of ['medium', 'technical'] as const) expect(raisedAlertsWith({ priority })).toHaveLength(1);
  for (const state of ['acknowledged', 'attended'] as const) expect(raisedAlertsWith({ state })).toEqual([]);
  expect(raisedAlertsOf([testStream('a', { status: 'INACTIVE', alerts: [fall] })])).toHaveLength(1);
  expect(raisedAlertsOf([testStream('a')])).toEqual([]);
});

test('an alert that is raised again counts as new, and a repeated one does not', () => {
  const before = raisedAlertsWith({ since: '2026-01-15T03:00:00.000Z' });
  expect(selectNewlyRaised(before, raisedAlertsWith({ since: '2026-01-15T03:00:00.000Z' }))).toEqual([]);
  expect(selectNewlyRaised(before, raisedAlertsWith({ since: '2026-01-15T03:03:00.000Z' }))).toHaveLength(1);
});
