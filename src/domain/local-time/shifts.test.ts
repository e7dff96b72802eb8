import { expect, test } from 'vitest';
import { localClockOf } from './local-clock.ts';
import { startOfShift } from './shifts.ts';

const start = (zone: string, at: string) => new Date(startOfShift(localClockOf(zone), Date.parse(at))).toISOString();

test('a shift begins at 07:00, 15:00 and 23:00 of the location', () => {
  expect(start('Europe/Brussels', '2026-06-02T01:30:00Z')).toBe('2026-06-01T21:00:00.000Z');
  expect(start('Europe/Brussels', '2026-06-02T05:00:00Z')).toBe('2026-06-02T05:00:00.000Z');
  expect(start('America/New_York', '2026-06-02T01:30:00Z')).toBe('2026-06-01T19:00:00.000Z');
});

test('the night shift of a clock change begins at 23:00 of the evening before', () => {
  expect(start('Europe/Brussels', '2026-03-29T04:30:00Z')).toBe('2026-03-28T22:00:00.000Z');
  expect(start('Europe/Brussels', '2026-10-25T05:30:00Z')).toBe('2026-10-24T21:00:00.000Z');
});
