import { calendarDay, clockTime } from '../ui/time/time-format.ts';

/**
 * Formats a time of today as HH:mm:ss, an earlier time with its day, and with its year if it is of another year. `now`:
 * epoch milliseconds.
 */
export function timeText(instant: string | number, now: number, language: string): string {
  const [date, today] = [new Date(instant), new Date(now)];
  if (date.toDateString() === today.toDateString()) return clockTime(instant);
  const isThisYear = date.getFullYear() === today.getFullYear();
  const day = isThisYear ? calendarDay(instant, language, 'short') : dayOfYear(date, language);
  return `${day}, ${clockTime(instant)}`;
}

function dayOfYear(date: Date, language: string): string {
  const locale = language === 'en' ? 'en-GB' : language;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(date);
}
