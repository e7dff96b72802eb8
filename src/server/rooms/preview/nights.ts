/** The last nights of the home, in the time zone of the server, which the environment variable TZ sets. */

export interface Night {
  /** From noon to noon, epoch milliseconds. The last night ends now at the latest. */
  readonly from: number;
  readonly to: number;
  /** The date of the evening, such as `2026-11-15`. */
  readonly evening: string;
}

const nightCount = 7;

/** `from` and `to`: the time of all nights together. In the morning the newest is the night that has just passed. */
export function lastNights(now: number) {
  const today = new Date(now);
  // Days are counted with the calendar, because a day has 23 or 25 hours when summer time begins or ends.
  const noon = (daysAgo: number) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysAgo, 12).getTime();
  const nights: readonly Night[] = Array.from({ length: nightCount }, (_none, index) => {
    const from = noon(nightCount - index);
    return { from, to: Math.min(noon(nightCount - index - 1), now), evening: dateOf(new Date(from)) };
  });
  return { nights, from: noon(nightCount), to: Math.min(noon(0), now) };
}

function dateOf(day: Date): string {
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
