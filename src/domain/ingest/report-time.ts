/** When a report happened. It decides which of two reports is the newer one. */
import { isHighPriority, isUrgent } from '../room-status.ts';
import type { IngestState } from './ingest-state.ts';
import { eventTime } from './status-report.ts';

export interface TimedStatus {
  readonly status: number;
  /** By the device's clock; null: the device sent no time. Epoch milliseconds. */
  readonly at: number | null;
  /** See IncomingReport. */
  readonly queuedSince?: number;
}

/** The time of a report. Epoch milliseconds, as `now`, the time of receipt. */
export function timeOfReport(state: IngestState, report: TimedStatus, now: number): number {
  const { status, at, queuedSince = now } = report;
  const newest = newestReportTime(state, now);
  if (at !== null) return timeOfWholeSecond(at, newest);
  if (queuedSince < now) return timeOfQueued(state, status, queuedSince, newest);
  // The clocks of two processes differ a little. The report that arrived last must not be late because of that.
  return Math.max(now, newest);
}

/**
 * A report that was queued at a broker may be as old as `queuedSince`. It must not hide a newer report. An urgent one
 * is shown nevertheless, unless it would replace a status of high priority by a less urgent one.
 */
function timeOfQueued(state: IngestState, status: number, queuedSince: number, newest: number): number {
  const wouldHideAlarm = isHighPriority(state.roomStatus) && !isHighPriority(status);
  return isUrgent(status) && !wouldHideAlarm ? Math.max(queuedSince, newest) : queuedSince;
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
  return eventTime(newest, now) === newest ? newest : -Infinity;
}
