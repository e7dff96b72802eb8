import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTimeZone, localClockOf, nextTimeOfDay } from './local-clock.ts';

const minuteMs = 60_000;
const iso = (instant: number) => new Date(instant).toISOString();
const next = (zone: string, after: string, hour: number, minute = 0) =>
  iso(nextTimeOfDay(localClockOf(zone), Date.parse(after), hour * 60 + minute));

test('only names of time zones are time zones', () => {
  expect(['Europe/Brussels', 'Asia/Kolkata', 'UTC'].every(isTimeZone)).toBe(true);
  expect(['', 'Brussels', 'Europe/Nowhere', '+01:00', 'utc', "'; drop table"].some(isTimeZone)).toBe(false);
});

test('each zone has its own time of day', () => {
  const instant = Date.parse('2026-07-01T20:30:00Z');
  expect(
    ['Europe/Brussels', 'America/New_York', 'Asia/Kolkata'].map((zone) => localClockOf(zone)(instant) / 60),
  ).toEqual([22.5, 16.5, 2]);
});

test('for any instant the clock shows the time that the calendar shows', () => {
  const zones = fc.constantFrom(
    'Europe/Brussels',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
  );
  const instants = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) });
  const changes = fc.constantFrom(
    '2026-03-29T01:00:00Z',
    '2026-10-25T01:00:00Z',
    '2026-03-08T07:00:00Z',
    '2026-04-04T15:00:00Z',
  );
  const nearChange = fc
    .tuple(changes, fc.integer({ min: -7_200_000, max: 7_200_000 }))
    .map(([at, ms]) => Date.parse(at) + ms);
  fc.assert(
    fc.property(zones, fc.oneof(instants, nearChange), (zone, instant) => {
      const shown = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short', hourCycle: 'h23' }).format(
        instant,
      );
      const [hours = 0, minutes = 0] = shown.split(':').map(Number);
      expect(localClockOf(zone)(instant)).toBe(hours * 60 + minutes);
    }),
  );
});

test('in the night of the spring change the hours until a time of day are one less', () => {
  expect(next('Europe/Brussels', '2026-03-28T22:00:00Z', 6)).toBe('2026-03-29T04:00:00.000Z');
  expect(next('America/New_York', '2026-03-08T04:00:00Z', 6)).toBe('2026-03-08T10:00:00.000Z');
});

test('in the night of the autumn change they are one more', () => {
  expect(next('Europe/Brussels', '2026-10-24T21:00:00Z', 6)).toBe('2026-10-25T05:00:00.000Z');
  expect(next('America/New_York', '2026-11-01T03:00:00Z', 6)).toBe('2026-11-01T11:00:00.000Z');
});

test('a time of day that the spring change skips is the end of the skipped time', () => {
  expect(next('Europe/Brussels', '2026-03-28T22:00:00Z', 2, 30)).toBe('2026-03-29T01:00:00.000Z');
  expect(next('America/New_York', '2026-03-08T04:00:00Z', 2, 15)).toBe('2026-03-08T07:00:00.000Z');
});

test('a time of day that the autumn change repeats is the first of the two', () => {
  expect(next('Europe/Brussels', '2026-10-24T21:00:00Z', 2, 30)).toBe('2026-10-25T00:30:00.000Z');
});

test('the next time of day is within a day and shows that time, unless a clock change skips it', () => {
  const zones = fc.constantFrom('Europe/Brussels', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC');
  const instants = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) });
  fc.assert(
    fc.property(zones, instants, fc.nat(1_439), (zone, after, minute) => {
      const clock = localClockOf(zone);
      const at = nextTimeOfDay(clock, after, minute);
      expect(at).toBeGreaterThan(after - minuteMs);
      expect(at).toBeLessThanOrEqual(after + 26 * 60 * minuteMs);
      if (clock(at) === minute) return;
      // The minute before was still before the skipped time.
      const before = clock(at - minuteMs);
      expect(before < minute && minute < clock(at)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
