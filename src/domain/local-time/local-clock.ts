/** Times of day in the time zone of a location. */

/** Returns the minute of the day, from 0 to 1439, of an instant in epoch milliseconds. */
export type LocalClock = (epochMs: number) => number;

/** Whether this is the name of a time zone, such as `Europe/Brussels`. An offset such as `+01:00` is none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** A formatter takes as long to create as hundreds of times to format. There are about 400 time zones. */
const clocks = new Map<string | undefined, LocalClock>();

/** The clock of a time zone. Undefined: the zone of the machine, also in place of a zone that it does not know. */
export function localClockOf(timeZone: string | undefined): LocalClock {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const clock = createClock(timeZone !== undefined && isTimeZone(timeZone) ? timeZone : undefined);
  clocks.set(timeZone, clock);
  return clock;
}

const minuteMs = 60_000;
const minutesPerDay = 24 * 60;
const dayMs = minutesPerDay * minuteMs;
/** Clocks change at a full quarter of an hour only. */
const quarterMs = 15 * minuteMs;
/** The days of five years. */
const maxDays = 2_000;

/** A report, and figures of a year, must not pay for a formatter, so the difference to UTC is kept for each day. */
function createClock(timeZone: string | undefined): LocalClock {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const shiftAt = (epochMs: number): number => {
    const text = format.format(epochMs);
    return Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5)) - utcMinuteOf(epochMs);
  };
  /** By the number of the day in UTC. Undefined: the clock changes in it. */
  const shifts = new Map<number, number | undefined>();
  const keepShiftOf = (day: number): number | undefined => {
    const [first, last] = [shiftAt(day * dayMs), shiftAt((day + 1) * dayMs)];
    const shift = first === last ? first : undefined;
    if (shifts.size >= maxDays) shifts.clear();
    shifts.set(day, shift);
    return shift;
  };
  return (epochMs) => {
    const day = Math.floor(epochMs / dayMs);
    const ofDay = shifts.has(day) ? shifts.get(day) : keepShiftOf(day);
    const shift = ofDay ?? shiftAt(Math.floor(epochMs / quarterMs) * quarterMs);
    return (utcMinuteOf(epochMs) + shift + minutesPerDay) % minutesPerDay;
  };
}

function utcMinuteOf(epochMs: number): number {
  return Math.floor(epochMs / minuteMs) % minutesPerDay;
}

/** A clock change skips or repeats at most this many minutes. */
const maxShiftMinutes = 120;

/**
 * The next instant, in epoch milliseconds, at which the clock shows this minute of the day. When a clock change skips
 * the minute: the first instant after the skipped time. When it repeats the minute: the first of the two, so a search
 * from between them finds the next day.
 */
export function nextTimeOfDay(clock: LocalClock, after: number, minute: number): number {
  const start = Math.floor(after / minuteMs) * minuteMs;
  const guess = start + minutesUntil(clock(start), minute) * minuteMs;
  const missedMinutes = minutesUntil(clock(guess), minute);
  if (missedMinutes === 0) return guess;
  // The clock changed meanwhile: the guess is too early by what it repeated, or too late by what it skipped.
  const shift = missedMinutes <= maxShiftMinutes ? missedMinutes : missedMinutes - minutesPerDay;
  const corrected = guess + shift * minuteMs;
  if (clock(corrected) === minute) return corrected;
  return firstAfterGap(clock, Math.min(guess, corrected), minute);
}

/** Right after the skipped time the clock is past the minute, so nearly a day remains until the minute comes again. */
function firstAfterGap(clock: LocalClock, from: number, minute: number): number {
  let at = from;
  while (minutesUntil(clock(at), minute) <= 2 * maxShiftMinutes) at += minuteMs;
  return at;
}

function minutesUntil(from: number, to: number): number {
  return (to - from + minutesPerDay) % minutesPerDay;
}
