/** Times as the board writes them, in the zone of the screen. */

/** Day and time in full, for those who want to be sure that it was tonight. */
export function fullTime(instant: string | number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'medium' }).format(new Date(instant));
}

const hour = 3_600_000;

/** Hours from the second on: where turning is due every two hours, 61 minutes and 119 are not the same. */
const units = [
  { unit: 'day', ms: 24 * hour, from: 24 * hour },
  { unit: 'hour', ms: hour, from: 2 * hour },
  { unit: 'minute', ms: 60_000, from: 60_000 },
] as const;

/** How long ago, in whole units: "12 min. ago". A time ahead of this screen's clock reads "now". */
export function age(instant: string, now: number, language: string): string {
  const elapsed = Math.max(0, now - new Date(instant).getTime());
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  const step = units.find(({ from }) => elapsed >= from);
  if (step === undefined) return format.format(0, 'second');
  // `always`: "yesterday" could be one hour or forty-seven ago.
  const exact = new Intl.RelativeTimeFormat(language, { numeric: 'always', style: 'short' });
  return exact.format(-Math.floor(elapsed / step.ms), step.unit);
}
