/** The beginning of a calendar day in a time zone. */
import { localClockOf, nextTimeOfDay } from './local-clock.ts';

const [minuteMs, hourMs] = [60_000, 3_600_000];
/** In the zones that are furthest ahead of UTC a day begins this long before it does in UTC. */
const maxAheadMs = 14 * hourMs;

/** `day`: such as `2026-03-01`. Returns epoch milliseconds. */
export function startOfDay(timeZone: string, day: string): number {
  const clock = localClockOf(timeZone);
  const first = nextTimeOfDay(clock, Date.parse(day) - maxAheadMs, 0);
  return dateIn(timeZone, first) === day ? first : nextTimeOfDay(clock, first + minuteMs, 0);
}

/** In some zones the clock goes back at the beginning of a day, so that its midnight comes twice. */
const repeatedMs = 3 * hourMs;

/** The start of the next day: at most 25 hours later. */
export function endOfDay(timeZone: string, day: string): number {
  return nextTimeOfDay(localClockOf(timeZone), startOfDay(timeZone, day) + repeatedMs, 0);
}

function dateIn(timeZone: string, instant: number): string {
  // Swedish dates are written as in ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instant);
}
