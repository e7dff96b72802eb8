/** How one report changes the state of its stream. */
import type { StreamState } from '../stream.ts';

export interface StatusReport {
  /** Room status code; it may be missing from the status table. */
  readonly status: number;
  /** When it happened, by the device's clock. Epoch milliseconds. */
  readonly at: number;
  /** False: the status changes and the last notification stays. */
  readonly notification: boolean;
}

/** A device's clock may be ahead of ours by this much. A time further ahead is taken for wrong. */
export const clockToleranceMs = 5_000;

export interface ReportedState extends StreamState {
  /** The time of the newest report that was applied; null before the first. Epoch milliseconds. */
  readonly reportedAt: number | null;
}

/**
 * Applies a report. `now` is the time of receipt.
 * A report that is older than the newest one returns the same state: it belongs in the log only.
 * A newest time that is ahead of `now` means that our own clock was set back. It is ignored, otherwise every report
 * would be too old until the clock catches up.
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

/**
 * The time of a report: the device's own, or `now` if the device's clock is ahead of ours. A time in the future would
 * make every later report too old.
 */
export function eventTime(at: number, now: number): number {
  return isAhead(at, now) ? now : at;
}

function isAhead(at: number, now: number): boolean {
  return at > now + clockToleranceMs;
}
