import { expect, test } from 'vitest';
import { PastAlerts } from './past-alerts.ts';

const night = new Date(2026, 2, 1, 2).getTime();
const minuteMs = 60_000;
const report = (minute: number, status: number) => {
  return { stream: 'room', at: night + minute * minuteMs, status, notification: true };
};

test('staff answer every fall of a room, also when the first one goes on after their answer', () => {
  const alerts = new PastAlerts([], () => 0.5);
  for (const [minute, status] of [
    [0, 1],
    [60, 5],
    [90, 1],
    [95, 5],
  ] as const) {
    alerts.add(report(minute, status));
  }
  alerts.advance(night + 120 * minuteMs);
  expect(alerts.open).toEqual([]);
  const events = alerts.transitions.map(({ event }) => event);
  expect(
    events.filter((event) => event === 'raised'),
    'the fall that goes on',
  ).toHaveLength(1);
  expect(events.filter((event) => event === 'resolved').length).toBeGreaterThanOrEqual(3);
});
