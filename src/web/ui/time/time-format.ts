/** Times on the screen, in the time zone of the device. `instant`: an ISO 8601 string or epoch milliseconds. */

/** A time as HH:mm:ss, with 24 hours in every language (specification, section 9). */
export function clockTime(instant: string | number): string {
  const date = new Date(instant);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

const dayFormats = { long: { day: 'numeric', month: 'long' }, short: { day: 'numeric', month: 'short' } } as const;
const fullDayFormat = { dateStyle: 'full' } as const;
const fullTimeFormat = { dateStyle: 'full', timeStyle: 'medium' } as const;
const nowFormat = { style: 'short', numeric: 'auto' } as const;
// NOTE: `numeric: 'auto'` would write "yesterday" for anything between 1 and 47 hours.
const ageInUnitsFormat = { style: 'short', numeric: 'always' } as const;
const minutesFormat = { style: 'unit', unit: 'minute', unitDisplay: 'short' } as const;
const secondsFormat = { style: 'unit', unit: 'second', unitDisplay: 'narrow' } as const;

/** Day and month, such as "13 May". Shown beside a time that is not from today. */
export function calendarDay(instant: string | number, language: string, month: 'long' | 'short' = 'long'): string {
  return formatDate(instant, language, dayFormats[month]);
}

/** Weekday and date, such as "Sunday, 1 March 2026". */
export function fullDay(instant: string | number, language: string): string {
  return formatDate(instant, language, fullDayFormat);
}

/** Weekday, date and time, such as "Sunday, 1 March 2026 at 02:14:05". */
export function fullTime(instant: string | number, language: string): string {
  return formatDate(instant, language, fullTimeFormat);
}

/**
 * Creating a formatter costs as much as rendering a card, so each is created once. `options` must be the same object in
 * each call. NOTE: a formatter keeps the time zone that the device had at that time.
 */
function createdOnce<Options extends object, Format>(create: (locale: string, options: Options) => Format) {
  const formats = new Map<Options, Map<string, Format>>();
  return (locale: string, options: Options): Format => {
    const ofOptions = formats.get(options) ?? new Map<string, Format>();
    const format = ofOptions.get(locale) ?? create(locale, options);
    formats.set(options, ofOptions.set(locale, format));
    return format;
  };
}

const dateFormat = createdOnce(
  (locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
const ageFormat = createdOnce(
  (locale: string, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);

function formatDate(instant: string | number, language: string, options: Intl.DateTimeFormatOptions): string {
  const text = dateFormat(localeOf(language), options).format(new Date(instant));
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

/** The texts of rounded ages, by language and milliseconds, because formatting an age costs more than finding its text. */
const ageTexts = new Map<string, Map<number, string>>();

/** How long ago an instant was: "12 min ago". An instant in the future gives "now". `now`: epoch milliseconds. */
export function relativeTime(instant: string, now: number, language: string): string {
  const elapsedMs = now - Date.parse(instant);
  const { unit, ms } = units.find(({ fromMs }) => elapsedMs >= fromMs) ?? underOneMinute;
  const count = Math.max(0, Math.floor(elapsedMs / ms));
  const texts = ageTexts.get(language) ?? new Map<number, string>();
  const format = ageFormat(localeOf(language), count === 0 ? nowFormat : ageInUnitsFormat);
  const text = texts.get(count * ms) ?? format.format(-count, unit);
  ageTexts.set(language, texts.set(count * ms, text));
  return text;
}

const numberFormat = createdOnce(
  (locale: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

/** A duration, such as "12 min". */
export function minutesText(minutes: number, language: string): string {
  return numberFormat(language, minutesFormat).format(minutes);
}

/** A duration, such as "12 s". */
export function secondsText(seconds: number, language: string): string {
  return numberFormat(language, secondsFormat).format(seconds);
}

/** The locale for dates. English dates are British: "1 March", not "March 1". */
export function localeOf(language: string): string {
  return language === 'en' ? 'en-GB' : language;
}

/** How long ago an instant was, as mm:ss or h:mm:ss. An instant in the future gives 00:00. `now`: epoch milliseconds. */
export function elapsedTime(instant: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(instant)) / 1_000));
  const [hours, ...rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const text = rest.map((part) => String(part).padStart(2, '0')).join(':');
  return hours === 0 ? text : `${hours}:${text}`;
}
