/** HH:mm:ss in the zone of the screen, 24 hours in every language (specification, section 9). */
export function clockTime(instant: string | number): string {
  const date = new Date(instant);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Day and month in the zone of the screen, for a time that alone would be read as today's. */
export function calendarDay(instant: string | number, language: string, month: 'long' | 'short' = 'long'): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month }).format(new Date(instant));
}
