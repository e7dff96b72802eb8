import { expect, test } from 'vitest';
import { endOfDay, startOfDay } from './start-of-day.ts';

test.each([
  ['Europe/Brussels', '2026-03-29', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
  ['Europe/Brussels', '2026-10-25', '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
  ['America/New_York', '2026-07-01', '2026-07-01T04:00Z', '2026-07-02T04:00Z'],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00Z', '2026-01-01T10:00Z'],
  ['Pacific/Pago_Pago', '2026-01-01', '2026-01-01T11:00Z', '2026-01-02T11:00Z'],
  ['Pacific/Honolulu', '2026-01-01', '2026-01-01T10:00Z', '2026-01-02T10:00Z'],
  ['Asia/Kolkata', '2026-01-01', '2025-12-31T18:30Z', '2026-01-01T18:30Z'],
  // The clock goes from 00:00 to 01:00.
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00Z', '2026-03-29T21:00Z'],
  // The clock goes from 01:00 to 00:00.
  ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00Z', '2026-10-26T01:00Z'],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00Z', '2026-11-02T05:00Z'],
])('in %s the day %s goes from %s to %s', (timeZone, day, from, to) => {
  expect([startOfDay(timeZone, day), endOfDay(timeZone, day)]).toEqual([Date.parse(from), Date.parse(to)]);
});
