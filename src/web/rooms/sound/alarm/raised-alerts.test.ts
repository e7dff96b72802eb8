import { expect, test, vi } from 'vitest';
import type { ShownAlert } from '../../../../domain/alerts/shown-alert.ts';
import { testAlert } from '../../../../../tests/support/test-alert.ts';
import { testStream } from '../../../../../tests/support/test-stream.ts';
import {
  newlyRaised,
  raisedAlerts,
  raisedAlertsOf,
  reportRaisedAlerts,
  subscribeRaisedAlerts,
} from './raised-alerts.ts';

const fall = testAlert('fall');
const raisedIn = (change: Partial<ShownAlert> = {}) =>
  raisedAlertsOf([testStream('a', { alerts: [testAlert('fall', change)] })]);

test('only a raised alert sounds, also in an inactive room', () => {
  for (const priority of ['medium', 'technical'] as const) expect(raisedIn({ priority })).toHaveLength(1);
  for (const state of ['acknowledged', 'attended'] as const) expect(raisedIn({ state })).toEqual([]);
  expect(raisedAlertsOf([testStream('a', { status: 'INACTIVE', alerts: [fall] })])).toHaveLength(1);
  expect(raisedAlertsOf([testStream('a')])).toEqual([]);
});

test('an alert that is raised again is new, and one that is only repeated is not', () => {
  const before = raisedIn({ since: '2026-01-15T03:00:00.000Z' });
  expect(newlyRaised(before, raisedIn({ since: '2026-01-15T03:00:00.000Z' }))).toEqual([]);
  expect(newlyRaised(before, raisedIn({ since: '2026-01-15T03:03:00.000Z' }))).toHaveLength(1);
});

test('listeners are called when the raised alerts change, and not when the same ones are reported', () => {
  const listener = vi.fn(() => false);
  const unsubscribe = subscribeRaisedAlerts(listener);
  for (const alerts of [raisedIn(), raisedIn(), []]) reportRaisedAlerts(alerts);
  unsubscribe();
  reportRaisedAlerts(raisedIn());
  expect(listener).toHaveBeenCalledTimes(2);
  expect(raisedAlerts()).toHaveLength(1);
  reportRaisedAlerts([]);
});
