/** What a device says, and what becomes of its stream. */
import type { StreamState } from '../stream.ts';

export interface StatusReport {
  /** Room status code, whether it is in the table or not. */
  readonly status: number;
  /** When it happened, milliseconds since 1970 UTC, by the device's clock. */
  readonly at: number;
  /** True: staff are to be told. False: the room's state changes quietly, the last notification stays. */
  readonly notification: boolean;
}

/** How far a device's clock may run ahead before its time is taken for wrong. Milliseconds. */
export const clockToleranceMs = 5_000;

/** A state, with the time of the newest report that made it; null before the first. */
export interface ReportedState extends StreamState {
  readonly reportedAt: number | null;
}

/**
 * Decides what a report makes of a stream. `now` is the time of receipt.
 * A time too far ahead is corrected to now: it would outrank every later report otherwise.
 * A report older than the newest known belongs in the log, not on the card: the same state returns.
 * A newest time that is ahead of now comes of our own clock, set back since, and outranks nothing.
 */
export function applyReport(state: ReportedState, report: StatusReport, now: number): ReportedState {
  const at = eventTime(report.at, now);
  const newest = state.reportedAt !== null && isAhead(state.reportedAt, now) ? null : state.reportedAt;
  if (newest !== null && at < newest) return state;
  return {
    roomStatus: report.status,
    lastNotification: report.notification ? report.status : state.lastNotification,
    lastNotificationSent: report.notification ? new Date(at).toISOString() : state.lastNotificationSent,
    revision: state.revision + 1,
    reportedAt: at,
  };
}

/** The instant a report counts for: the device's own, unless its clock is ahead of ours. */
export function eventTime(at: number, now: number): number {
  return isAhead(at, now) ? now : at;
}

function isAhead(at: number, now: number): boolean {
  return at > now + clockToleranceMs;
}
