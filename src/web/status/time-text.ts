import { formatCalendarDay, formatClockTime, formatDate } from '../ui/time/time-format.ts';

/**
 * Formats a time of today as HH:mm:ss, an earlier time with its day, and with its year if it is of another year. `now`:
 * epoch milliseconds.
 */
export function formatStatusTime(instant: string | number, now: number, language: string): string {
  const [date, today] = [new Date(instant), new Date(now)];
  if (date.toDateString() === today.toDateString()) return formatClockTime(instant);
  const isThisYear = date.getFullYear() === today.getFullYear();
  const day = isThisYear
    ? formatCalendarDay(instant, language, 'short')
    : formatDate(instant, language, { dateStyle: 'medium' });
  return `${day}, ${formatClockTime(instant)}`;
}
