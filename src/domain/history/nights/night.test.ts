import { expect, test } from 'vitest';
import { localClockOf } from '../../local-time/local-clock.ts';
import { nightAt, nightsUntil, sleepOf } from './night.ts';

const iso = ({ from, to }: { readonly from: number; readonly to: number }) =>
  [from, to].map((instant) => new Date(instant).toISOString().slice(5, 16));
const hoursOf = ({ from, to }: { readonly from: number; readonly to: number }) => (to - from) / 3_600_000;
const brussels = localClockOf('Europe/Brussels');
const newYork = localClockOf('America/New_York');

test('a night is from noon to noon by the clock of the location', () => {
  expect(iso(nightAt(brussels, Date.parse('2026-01-10T10:59:59Z')))).toEqual(['01-09T11:00', '01-10T11:00']);
  expect(iso(nightAt(brussels, Date.parse('2026-01-10T11:00:00Z')))).toEqual(['01-10T11:00', '01-11T11:00']);
  expect(iso(sleepOf(brussels, nightAt(brussels, Date.parse('2026-01-10T02:00:00Z'))))).toEqual([
    '01-09T20:00',
    '01-10T06:00',
  ]);
});

test('nights of a clock change have 23 and 25 hours, and their hours of sleep 9 and 11', () => {
  const changes = [
    [brussels, '2026-03-29T01:30:00Z', 23],
    [brussels, '2026-10-25T01:30:00Z', 25],
    [newYork, '2026-03-08T07:30:00Z', 23],
    [newYork, '2026-11-01T06:30:00Z', 25],
  ] as const;
  for (const [clock, instant, hours] of changes) {
    const night = nightAt(clock, Date.parse(instant));
    expect([hoursOf(night), hoursOf(sleepOf(clock, night))]).toEqual([hours, hours - 14]);
  }
});

test('nights follow each other without a gap', () => {
  const nights = nightsUntil(brussels, Date.parse('2026-04-05T09:00:00Z'), 14);
  expect(nights).toHaveLength(14);
  nights.slice(1).forEach((night, index) => expect(night.to).toBe(nights[index]?.from));
});
