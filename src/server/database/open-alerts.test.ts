import { expect, test } from 'vitest';
import { emptyHold } from '../../domain/alerts/alert-hold.ts';
import { toAlertColumns, parseAlerts, parseHold } from './open-alerts.ts';

const uuid = '00000009-0000-4000-8000-000000000001';
const identity = { uuid, streamUUID: 'room', status: 1, startedAt: 10, since: 20 };
const alert = {
  ...identity,
  priority: 'medium',
  latches: false,
  isTest: true,
  isFault: false,
  state: 'acknowledged',
  by: { kind: 'user', subject: 'anna', displayName: null },
  raisedAgainCount: 2,
  dueAt: 30,
  resolution: null,
  attended: null,
  note: null,
};

test('an alert is read from the database with the values with which it was written', () => {
  const alerts = parseAlerts(JSON.stringify([alert]));
  expect(alerts).toEqual([alert]);
  const { open_alerts, alert_due_at } = toAlertColumns(alerts, emptyHold);
  expect([parseAlerts(open_alerts), alert_due_at]).toEqual([[alert], 30]);
  expect(toAlertColumns([...alerts, ...alerts.map((one) => ({ ...one, dueAt: 25 }))], emptyHold).alert_due_at).toBe(25);
});

test('an alert with values of a newer version is read as a raised alert of high priority, and keeps its new fields', () => {
  const newer = { ...alert, priority: 'highest', state: 'escalated', by: { kind: 'robot' }, floor: 3 };
  expect(parseAlerts(JSON.stringify([newer]))).toEqual([
    { ...newer, priority: 'high', state: 'raised', by: { kind: 'server' } },
  ]);
  expect(parseAlerts(JSON.stringify([identity]))).toMatchObject([{ priority: 'high', latches: true, state: 'raised' }]);
});

test('a stored item that is no alert does not hide the other alerts of its room', () => {
  expect(parseAlerts(JSON.stringify([null, { uuid }, alert]))).toEqual([alert]);
  for (const damaged of [null, 'null', '{"uuid"', '7']) expect(parseAlerts(damaged)).toEqual([]);
});

test('a column `alert_hold` that cannot be parsed holds back no alert', () => {
  expect(['{}', '{"pause"', null].map(parseHold)).toEqual([emptyHold, emptyHold, emptyHold]);
});
