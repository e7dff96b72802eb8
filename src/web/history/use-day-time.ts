import { useTranslation } from '../language/translation.tsx';
import { formatCalendarDay, formatClockTime } from '../ui/time/time-format.ts';
import { useNow } from '../ui/time/use-now.ts';

/** Returns a function that formats an instant with seconds, and with its day if that is not today. */
export function useDayTime(): (instant: number) => string {
  const { language } = useTranslation();
  const today = new Date(useNow(60_000)).toDateString();
  return (instant) => {
    const isToday = new Date(instant).toDateString() === today;
    const time = formatClockTime(instant);
    return isToday ? time : `${formatCalendarDay(instant, language, 'short')}, ${time}`;
  };
}
