/** The nights of a location, by its clock. */
import { type LocalClock, nextTimeOfDay } from '../../local-time/local-clock.ts';
import { shiftAt } from '../../local-time/shifts.ts';
import type { TimeSpan } from '../status-periods.ts';

const noon = ['12:00'];
/** The hours of sleep, in minutes of the day. Summaries count in these hours only, so that nights can be compared. */
const sleepHours = { from: 21 * 60, to: 7 * 60 };

/** The night of an instant, from noon to noon by the clock, in epoch milliseconds. It has 23 to 25 hours. */
export function nightAt(clock: LocalClock, instant: number): TimeSpan {
  return shiftAt(clock, noon, instant);
}

/** The hours of sleep of a night. */
export function sleepOf(clock: LocalClock, night: TimeSpan): TimeSpan {
  const from = nextTimeOfDay(clock, night.from, sleepHours.from);
  return { from, to: nextTimeOfDay(clock, from, sleepHours.to) };
}

/** The night of an instant and those before it, the latest first. */
export function nightsUntil(clock: LocalClock, instant: number, count: number): readonly TimeSpan[] {
  const nights: TimeSpan[] = [];
  let at = instant;
  while (nights.length < count) {
    const night = nightAt(clock, at);
    nights.push(night);
    at = night.from - 1;
  }
  return nights;
}
