/** Times of the history, in the time zone of the location. */
import { createContext, use } from 'react';
import { type LocalClock, localClockOf } from '../../domain/local-time/local-clock.ts';
import { useTranslation } from '../language/translation.tsx';
import { formatZonedDay, formatZonedTime } from '../ui/time/time-format.ts';
import { useNow } from '../ui/time/use-now.ts';

export const browserTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone of the location whose history the page shows. */
export const HistoryTimeZone = createContext(browserTimeZone);

interface LocalTime {
  /** Formats an instant as HH:mm:ss. */
  readonly time: (instant: string | number) => string;
  /** Formats an instant as HH:mm. */
  readonly minute: (instant: number) => string;
  /** Formats the day of an instant, such as "13 May". */
  readonly day: (instant: number) => string;
  /** Formats an instant with seconds, and with its day if that is not today. */
  readonly dayTime: (instant: number) => string;
  readonly clock: LocalClock;
}

export function useLocalTime(): LocalTime {
  const { language } = useTranslation();
  const timeZone = use(HistoryTimeZone);
  const now = useNow(60_000);
  const time = (instant: string | number) => formatZonedTime(instant, timeZone);
  const day = (instant: number) => formatZonedDay(instant, language, timeZone);
  return {
    time,
    day,
    minute: (instant) => time(instant).slice(0, -':00'.length),
    dayTime: (instant) => (day(instant) === day(now) ? time(instant) : `${day(instant)}, ${time(instant)}`),
    clock: localClockOf(timeZone),
  };
}
