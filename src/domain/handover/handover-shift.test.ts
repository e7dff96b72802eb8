import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localClockOf } from '../local-time/local-clock.ts';
import { defaultShifts, shiftAt } from '../local-time/shifts.ts';
import { handoverShiftAt, nightOfShift } from './handover-shift.ts';

const clock = localClockOf('Europe/Brussels');
const at = (iso: string) => Date.parse(iso);
const iso = (instant: number | undefined) => instant !== undefined && new Date(instant).toISOString().slice(0, 16);

describe('the shift that staff hand over', () => {
  test('is the one before, until the last hour of the present one', () => {
    const startAt = (time: string) => iso(handoverShiftAt(clock, defaultShifts, at(time)).from);
    expect(startAt('2026-01-10T06:05:00Z')).toBe('2026-01-09T22:00');
    expect(startAt('2026-01-10T12:59:00Z')).toBe('2026-01-09T22:00');
    expect(startAt('2026-01-10T13:00:00Z')).toBe('2026-01-10T06:00');
  });

  test('has the whole night before a clock change in its handover, in both directions', () => {
    for (const [date, hours] of [
      ['2026-03-29', 7],
      ['2026-10-25', 9],
    ] as const) {
      const { from, to } = handoverShiftAt(clock, defaultShifts, at(`${date}T08:00:00Z`));
      expect((to - from) / 3_600_000).toBe(hours);
    }
  });
});

describe('the night of a shift', () => {
  test('is in exactly one shift of each day, whatever the shifts are', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 95 }), { minLength: 1, maxLength: 6 });
    const day = fc.integer({ min: 0, max: 800 });
    const property = fc.property(times, day, (quarters, offset) => {
      const shifts = quarters.map((quarter) => {
        const [hour, minute] = [Math.floor(quarter / 4), (quarter % 4) * 15].map((part) =>
          String(part).padStart(2, '0'),
        );
        return `${hour}:${minute}`;
      });
      const noon = at('2026-01-01T12:00:00Z') + offset * 86_400_000;
      const nights: (number | undefined)[] = [];
      for (let shift = shiftAt(clock, shifts, noon); shift.from < noon + 3 * 86_400_000;) {
        nights.push(nightOfShift(clock, shift)?.from);
        shift = shiftAt(clock, shifts, shift.to);
      }
      const known = nights.filter((night) => night !== undefined);
      expect(new Set(known).size).toBe(known.length);
      expect(known.length).toBeGreaterThanOrEqual(2);
    });
    fc.assert(property, { numRuns: 100 });
  });

  test('a shift of the day has none', () => {
    expect(nightOfShift(clock, shiftAt(clock, defaultShifts, at('2026-01-10T12:00:00Z')))).toBeUndefined();
    expect(iso(nightOfShift(clock, shiftAt(clock, defaultShifts, at('2026-01-10T02:00:00Z')))?.from)).toBe(
      '2026-01-09T11:00',
    );
  });
});
