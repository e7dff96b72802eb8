/** Times of the history, in the time zone of the location. */
import { createContext, use } from 'react';
import { isTimeZone, localClockOf, type LocalClock } from '../../domain/local-time/local-clock.ts';
import { formatZonedDay } from '../ui/time/time-format.ts';

const minuteMs = 60_000;

/** How a page of a history formats times. An instant is in epoch milliseconds. */
export interface LocalTime {
  readonly timeZone: string;
  /** Whether the browser has another time zone. */
  readonly isForeign: boolean;
  readonly clock: LocalClock;
  /** Formats an instant as HH:mm:ss. */
  readonly time: (instant: number) => string;
  /** Formats an instant as HH:mm. */
  readonly minute: (instant: number) => string;
  /** Formats the day of an instant, such as "13 May". */
  readonly day: (instant: number) => string;
  /** Formats an instant with seconds, and with its day if that is not today. */
  readonly dayTime: (instant: number) => string;
}

/** `wanted`: the time zone of the location. A browser that does not know it uses its own. */
export function createLocalTime(wanted: string, language: string): LocalTime {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const timeZone = isTimeZone(wanted) ? wanted : own;
  const clock = localClockOf(timeZone);
  /** The texts of days by the minute at which they began, because `Intl` takes long for hundreds of rows. */
  const days = new Map<number, string>();
  const minute = (instant: number) => {
    const minutes = clock(instant);
    return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  };
  const time = (instant: number) => `${minute(instant)}:${twoDigits(Math.floor(instant / 1_000) % 60)}`;
  const day = (instant: number) => {
    const start = Math.floor(instant / minuteMs) - clock(instant);
    const text = days.get(start) ?? formatZonedDay(instant, language, timeZone);
    days.set(start, text);
    return text;
  };
  const dayTime = (instant: number) =>
    day(instant) === day(Date.now()) ? time(instant) : `${day(instant)}, ${time(instant)}`;
  return { timeZone, isForeign: timeZone !== own, clock, time, minute, day, dayTime };
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}

export const LocalTimeContext = createContext<LocalTime | undefined>(undefined);

export function useLocalTime(): LocalTime {
  const localTime = use(LocalTimeContext);
  if (localTime === undefined) throw new Error('useLocalTime needs a HistoryFrame above it');
  return localTime;
}
