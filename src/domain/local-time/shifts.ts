/** The shifts of a location. */
import type { TimeSpan } from '../history/status-periods.ts';
import { type LocalClock, nextTimeOfDay } from './local-clock.ts';
import { isTimeOfDay, minuteOfTimeOfDay } from './time-of-day.ts';

/** The times of day at which the shifts of a location begin, such as `07:00`. A shift ends when the next one begins. */
export type Shifts = readonly string[];

/** The shifts of a location that has set none. */
export const defaultShifts: Shifts = ['07:00', '15:00', '23:00'];

const maxShifts = 6;

/** Whether these are 1 to 6 different times of day, in any order. */
export function areShifts(times: Shifts): boolean {
  const isCountValid = times.length > 0 && times.length <= maxShifts;
  return isCountValid && times.every(isTimeOfDay) && new Set(times).size === times.length;
}

const minuteMs = 60_000;
/** The day of a clock change has at most 26 hours. */
const maxDayMs = 26 * 60 * minuteMs;

/**
 * The shift that contains an instant, in epoch milliseconds. Each instant is in exactly one shift, in the night of a
 * clock change too: a start that the change skips is at the end of the skipped time, and a start that it repeats is at
 * the first of the two. `shifts`: see `areShifts`. `clock`: that of the location.
 */
export function shiftAt(clock: LocalClock, shifts: Shifts, instant: number): TimeSpan {
  const starts = shifts.flatMap((time) => startsAround(clock, minuteOfTimeOfDay(time), instant));
  return {
    from: Math.max(...starts.filter((start) => start <= instant)),
    to: Math.min(...starts.filter((start) => start > instant)),
  };
}

/** The shift before the one that contains the instant. */
export function shiftBefore(clock: LocalClock, shifts: Shifts, instant: number): TimeSpan {
  return shiftAt(clock, shifts, shiftAt(clock, shifts, instant).from - 1);
}

/** When the clock shows this minute of the day: at least once up to the instant, and once after it. */
function startsAround(clock: LocalClock, minute: number, instant: number): readonly number[] {
  const starts: number[] = [];
  for (let start = instant - maxDayMs; start <= instant; starts.push(start)) {
    start = nextTimeOfDay(clock, start + minuteMs, minute);
  }
  return starts;
}
