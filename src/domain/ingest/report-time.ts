/** The time of a report, which decides which of two reports is newer. */

/** A device's clock may be ahead of the server's clock by this many milliseconds. A time further ahead is wrong. */
export const clockToleranceMs = 5_000;

/** The newest reports of a stream, in epoch milliseconds. Null: there is none. */
interface NewestTimes {
  readonly reportedAt: number | null;
  readonly pending: { readonly at: number } | null;
}

export function isAheadOfServer(at: number, now: number): boolean {
  return at > now + clockToleranceMs;
}

/**
 * The time of a report by the device's clock, or `now` if that clock is too far ahead of the server's. A time in the
 * future would make every later report too old.
 */
export function correctReportTime(at: number, now: number): number {
  return isAheadOfServer(at, now) ? now : at;
}

/**
 * The time of a report on the card and in the report log, in epoch milliseconds.
 *
 * `at`: the time by the device's clock; null: the device sent no time. `now`: the time of receipt. A message that
 * waited in a broker has no time of its own and gets the time of receipt. A broker delivers in order, so the late
 * message does not hide a newer one.
 */
export function timeOfReport(state: NewestTimes, at: number | null, now: number): number {
  const newest = newestReportTimeOf(state, now);
  // The clocks of two server processes differ a little. The difference must not make the latest report late.
  return at === null ? Math.max(now, newest) : timeOfWholeSecond(correctReportTime(at, now), newest);
}

/**
 * Timestamps with whole-second resolution can sort before the previous report. Treat them as the latest moment of
 * that second, otherwise a fall is dropped as out of order.
 */
function timeOfWholeSecond(at: number, newest: number): number {
  return at % 1000 === 0 && newest > at && newest < at + 1000 ? newest : at;
}

/**
 * The time of the newest report that is applied or pending. A time in the future is ignored, because it means that the
 * server's clock was set back.
 */
export function newestReportTimeOf(state: NewestTimes, now: number): number {
  const newest = Math.max(state.reportedAt ?? -Infinity, state.pending?.at ?? -Infinity);
  return isAheadOfServer(newest, now) ? -Infinity : newest;
}
