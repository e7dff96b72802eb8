/** When a report happened. It decides which of two reports is the newer one. */
import type { IngestState } from './ingest-state.ts';

/** A device's clock may be ahead of ours by this much. A time further ahead is taken for wrong. */
export const clockToleranceMs = 5_000;

export function isAhead(at: number, now: number): boolean {
  return at > now + clockToleranceMs;
}

/**
 * The time of a report: the device's own, or `now` if the device's clock is ahead of ours. A time in the future would
 * make every later report too old.
 */
export function eventTime(at: number, now: number): number {
  return isAhead(at, now) ? now : at;
}

/**
 * The time of a report. Epoch milliseconds.
 *
 * `at`: by the device's clock; null: the device sent no time. `now`: the time of receipt. A message that a broker had
 * queued counts from its receipt: the broker delivers in order, so it hides no newer message.
 */
export function timeOfReport(state: IngestState, at: number | null, now: number): number {
  const newest = newestReportTime(state, now);
  // The clocks of two processes differ a little. The report that arrived last must not be late because of that.
  return at === null ? Math.max(now, newest) : timeOfWholeSecond(at, newest);
}

/**
 * Timestamps with whole-second resolution can sort before the previous report. Treat them as the latest moment of
 * that second, otherwise a fall is dropped as out of order.
 */
function timeOfWholeSecond(at: number, newest: number): number {
  return at % 1000 === 0 && newest > at && newest < at + 1000 ? newest : at;
}

/**
 * The time of the newest report that is applied or pending. A time in the future counts as none: our own clock was
 * set back since.
 */
export function newestReportTime(state: IngestState, now: number): number {
  const newest = Math.max(state.reportedAt ?? -Infinity, state.pending?.at ?? -Infinity);
  return isAhead(newest, now) ? -Infinity : newest;
}
