import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localClockOf } from './local-clock.ts';
import { areShifts, defaultShifts, shiftAt, shiftBefore } from './shifts.ts';
import { minuteOfTimeOfDay } from './time-of-day.ts';

const hourMs = 3_600_000;
const shown = ({ from, to }: { readonly from: number; readonly to: number }) =>
  [from, to].map((instant) => new Date(instant).toISOString().slice(0, 16));
const shift = (zone: string, at: string, shifts = defaultShifts) =>
  shown(shiftAt(localClockOf(zone), shifts, Date.parse(at)));

test('without own shifts a location has them from 07:00, 15:00 and 23:00 of its clock', () => {
  expect(shift('Europe/Brussels', '2026-06-02T01:30:00Z')).toEqual(['2026-06-01T21:00', '2026-06-02T05:00']);
  expect(shift('Europe/Brussels', '2026-06-02T05:00:00Z')).toEqual(['2026-06-02T05:00', '2026-06-02T13:00']);
  expect(shift('America/New_York', '2026-06-02T01:30:00Z')).toEqual(['2026-06-01T19:00', '2026-06-02T03:00']);
});

test('a location has two long shifts, or one that lasts all day', () => {
  expect(shift('UTC', '2026-06-02T03:00:00Z', ['06:30', '18:30'])).toEqual(['2026-06-01T18:30', '2026-06-02T06:30']);
  expect(shift('UTC', '2026-06-02T03:00:00Z', ['06:30'])).toEqual(['2026-06-01T06:30', '2026-06-02T06:30']);
});

test('the night shift of a clock change is an hour shorter or longer', () => {
  expect(shift('Europe/Brussels', '2026-03-29T04:30:00Z')).toEqual(['2026-03-28T22:00', '2026-03-29T05:00']);
  expect(shift('Europe/Brussels', '2026-10-25T05:30:00Z')).toEqual(['2026-10-24T21:00', '2026-10-25T06:00']);
});

test('a start that the spring change skips is at the end of the skipped time', () => {
  expect(shift('Europe/Brussels', '2026-03-29T00:59:00Z', ['02:15', '02:45', '12:00'])[1]).toBe('2026-03-29T01:00');
  expect(shift('Europe/Brussels', '2026-03-29T01:00:00Z', ['02:15', '02:45', '12:00'])).toEqual([
    '2026-03-29T01:00',
    '2026-03-29T10:00',
  ]);
});

test('a start that the autumn change repeats is at the first of the two', () => {
  expect(shift('Europe/Brussels', '2026-10-25T01:40:00Z', ['02:30', '12:00'])).toEqual([
    '2026-10-25T00:30',
    '2026-10-25T11:00',
  ]);
});

test('the shift before ends when the present one begins', () => {
  const at = Date.parse('2026-03-29T06:00:00Z');
  expect(shown(shiftBefore(localClockOf('Europe/Brussels'), defaultShifts, at))).toEqual([
    '2026-03-28T22:00',
    '2026-03-29T05:00',
  ]);
});

const changes = ['2026-03-29T01:00Z', '2026-10-25T01:00Z', '2026-03-08T07:00Z', '2026-11-01T06:00Z'];
const timeOfDay = fc.nat(1_439).map((minute) => {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
});

test('each instant is in exactly one shift, and shifts follow each other, also when clocks change', () => {
  const zones = fc.constantFrom('Europe/Brussels', 'America/New_York', 'Australia/Lord_Howe');
  const instants = fc.oneof(
    fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }),
    fc
      .tuple(fc.constantFrom(...changes), fc.integer({ min: -30 * hourMs, max: 30 * hourMs }))
      .map(([change, ms]) => Date.parse(change) + ms),
  );
  const lists = fc.uniqueArray(timeOfDay, { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(zones, lists, instants, (zone, shifts, instant) => {
      const clock = localClockOf(zone);
      const span = shiftAt(clock, shifts, instant);
      expect(span.from <= instant && instant < span.to).toBe(true);
      expect([span.from, span.to - 1].map((at) => shiftAt(clock, shifts, at))).toEqual([span, span]);
      expect(shiftAt(clock, shifts, span.to).from).toBe(span.to);
      expect(shiftBefore(clock, shifts, instant).to).toBe(span.from);
      // A shift begins at one of the times, or at the first minute after a skipped time.
      const [before, first] = [clock(span.from - 1), clock(span.from)];
      const isSkipped = (minute: number) => before < minute && minute <= first;
      const minutes = shifts.map(minuteOfTimeOfDay);
      expect(minutes.includes(first) || minutes.some(isSkipped)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('shifts are one to six different times of day', () => {
  expect([['07:00'], defaultShifts, ['19:00', '07:00']].every(areShifts)).toBe(true);
  const seven = ['01:00', '02:00', '03:00', '04:00', '05:00', '06:00', '07:00'];
  expect([[], seven, ['07:00', '07:00'], ['7:00'], ['24:00'], ['']].some(areShifts)).toBe(false);
});
