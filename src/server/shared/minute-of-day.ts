/** The minute of the day of an instant in epoch milliseconds, in the time zone of the server, which `TZ` sets. */
export function minuteOfDay(epochMs: number): number {
  const time = new Date(epochMs);
  return time.getHours() * 60 + time.getMinutes();
}
