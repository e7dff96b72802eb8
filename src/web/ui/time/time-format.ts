/**
 * Formats times in the time zone of the browser, or in that of a location. An `instant` is an ISO 8601 string or epoch
 * milliseconds.
 */

/** Formats a time as HH:mm:ss, with 24 hours in every language (specification, section 9). */
export function formatClockTime(instant: string | number): string {
  const date = new Date(instant);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Formats day and month in a time zone, such as "13 May". */
export function formatZonedDay(instant: string | number, language: string, timeZone: string): string {
  return formatDate(instant, language, { timeZone, day: 'numeric', month: 'short' });
}

/** Formats day and month, such as "13 May", which is shown beside a time that is not from today. */
export function formatCalendarDay(
  instant: string | number,
  language: string,
  month: 'long' | 'short' = 'long',
): string {
  return formatDate(instant, language, { day: 'numeric', month });
}

/** Weekday and date in a time zone, such as "Sunday, 1 March 2026". */
export function formatFullDay(instant: string | number, language: string, timeZone: string): string {
  return formatDate(instant, language, { timeZone, dateStyle: 'full' });
}

/** Weekday, date and time, such as "Sunday, 1 March 2026 at 02:14:05". */
export function formatFullTime(instant: string | number, language: string): string {
  return formatDate(instant, language, { dateStyle: 'full', timeStyle: 'medium' });
}

export function formatDate(instant: string | number, language: string, options: Intl.DateTimeFormatOptions): string {
  const text = new Intl.DateTimeFormat(localeOf(language), options).format(new Date(instant));
  // French writes the first day of a month as an ordinal. Intl writes a plain number.
  return language === 'fr' ? text.replace(/\b1(?= \p{Letter})/u, '1er') : text;
}

const hourMs = 3_600_000;

/**
 * The units of an age. Ages below two hours are in minutes: residents are turned every two hours, so staff must see the
 * difference between 61 and 119 minutes.
 */
const units = [
  { unit: 'day', ms: 24 * hourMs, fromMs: 24 * hourMs },
  { unit: 'hour', ms: hourMs, fromMs: 2 * hourMs },
  { unit: 'minute', ms: 60_000, fromMs: 60_000 },
] as const;
const underOneMinute = { unit: 'second', ms: 60_000 } as const;

/** A cache of the texts of ages, because creating a formatter takes as long as rendering a card. */
const ageTexts = new Map<string, string>();

/** How long ago an instant was: "12 min ago". An instant in the future gives "now". `now`: epoch milliseconds. */
export function formatRelativeTime(instant: string, now: number, language: string): string {
  const elapsedMs = now - Date.parse(instant);
  const { unit, ms } = units.find(({ fromMs }) => elapsedMs >= fromMs) ?? underOneMinute;
  const count = Math.max(0, Math.floor(elapsedMs / ms));
  const key = `${language} ${count} ${unit}`;
  const text = ageTexts.get(key) ?? formatAge(count, unit, language);
  ageTexts.set(key, text);
  return text;
}

function formatAge(count: number, unit: Intl.RelativeTimeFormatUnit, language: string): string {
  // NOTE: `numeric: 'auto'` writes "now" for 0, and would write "yesterday" for anything between 1 and 47 hours.
  const numeric = count === 0 ? 'auto' : 'always';
  return new Intl.RelativeTimeFormat(localeOf(language), { style: 'short', numeric }).format(-count, unit);
}

/** Formats a duration in minutes, such as "12 min". */
export function formatMinutes(minutes: number, language: string): string {
  return formatUnit(minutes, { unit: 'minute', unitDisplay: 'short' }, language);
}

/** Formats a duration in seconds, such as "12 s". */
export function formatSeconds(seconds: number, language: string): string {
  return formatUnit(seconds, { unit: 'second', unitDisplay: 'narrow' }, language);
}

/** Formats a duration, such as "45s", "12 min" or "2 h 5 min". */
export function formatDuration(durationMs: number, language: string): string {
  const seconds = Math.round(durationMs / 1_000);
  if (seconds < 60) return formatSeconds(seconds, language);
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return formatMinutes(minutes, language);
  const hours = formatUnit(Math.floor(minutes / 60), { unit: 'hour', unitDisplay: 'short' }, language);
  return minutes % 60 === 0 ? hours : `${hours} ${formatMinutes(minutes % 60, language)}`;
}

function formatUnit(value: number, options: Intl.NumberFormatOptions, language: string): string {
  return new Intl.NumberFormat(language, { style: 'unit', ...options }).format(value);
}

/** The locale for dates. English dates are British: "1 March", not "March 1". */
function localeOf(language: string): string {
  return language === 'en' ? 'en-GB' : language;
}

/** How long ago an instant was, as mm:ss or h:mm:ss. An instant in the future gives 00:00. `now`: epoch milliseconds. */
export function formatElapsedTime(instant: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(instant)) / 1_000));
  const [hours, ...rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const text = rest.map((part) => String(part).padStart(2, '0')).join(':');
  return hours === 0 ? text : `${hours}:${text}`;
}
