/** The shifts of a home. */
import { type LocalClock, nextTimeOfDay } from './local-clock.ts';

const minutesPerDay = 24 * 60;
const minuteMs = 60_000;
/** A clock change skips or repeats at most so much. */
const maxShiftMs = 120 * minuteMs;

/** When shifts begin, in minutes of the day. */
const shiftStarts = [7 * 60, 15 * 60, 23 * 60];

/** The beginning of the shift of an instant, in epoch milliseconds. */
export function startOfShift(clock: LocalClock, instant: number): number {
  const minute = clock(instant);
  const minutesSince = (start: number) => (minute - start + minutesPerDay) % minutesPerDay;
  const start = shiftStarts.reduce((nearest, one) => (minutesSince(one) < minutesSince(nearest) ? one : nearest));
  const guess = instant - minutesSince(start) * minuteMs;
  return nextTimeOfDay(clock, guess - maxShiftMs, start);
}
