/** The state of a stream that the ingest rules read and change. */
import { toIsoTime } from '../iso-time.ts';
import type { OfflineSources } from '../source.ts';
import type { StreamState } from '../stream.ts';
import type { DiscardedValues } from './discarded-values.ts';
import { correctReportTime, isAheadOfServer } from './report-time.ts';

export interface StatusReport {
  /** The room status code, which may be missing from the status table. */
  readonly status: number;
  /** The time of the event by the device's clock, in epoch milliseconds. */
  readonly at: number;
  /** False: the report sets the room status and leaves the last notification unchanged. */
  readonly notification: boolean;
}

/** A status that has not yet lasted for its debounce time. */
export interface PendingReport extends StatusReport {
  /** The moment at which the debounce time is over, in epoch milliseconds. */
  readonly dueAt: number;
}

export interface IngestState extends StreamState {
  /** The time of the newest report that was applied, in epoch milliseconds. Null before the first report. */
  readonly reportedAt: number | null;
  /** When the device last sent a message, in epoch milliseconds by the server's clock. Null: never. */
  readonly seenAt: number | null;
  /**
   * While the room is unreachable: the newest status that its online devices reported, which is shown when the room is
   * reachable again. Null while it is reachable.
   */
  readonly statusBeforeOffline: number | null;
  /** The offline sources. While there is one, the room is unreachable, whatever the other sources report. */
  readonly offlineSources: OfflineSources;
  /** The source that reported the newest status. Null: unknown. */
  readonly statusSource: string | null;
  readonly pending: PendingReport | null;
  /** The values that outages have discarded and that no device has reported since. */
  readonly discarded: DiscardedValues;
}

/**
 * Applies a report. `now` is the time of receipt. A report that is older than the newest applied report does not change
 * the state; such a report belongs in the log only. A newest time that is ahead of `now` means that the server's clock
 * was set back. That time is ignored, otherwise every report would be too old until the clock catches up.
 */
export function applyReport(state: IngestState, report: StatusReport, now: number): IngestState {
  const at = correctReportTime(report.at, now);
  const newest = state.reportedAt !== null && isAheadOfServer(state.reportedAt, now) ? null : state.reportedAt;
  if (newest !== null && at < newest) return state;
  return {
    ...state,
    roomStatus: report.status,
    lastNotification: report.notification ? report.status : state.lastNotification,
    lastNotificationSent: report.notification ? toIsoTime(at) : state.lastNotificationSent,
    revision: state.revision + 1,
    reportedAt: at,
  };
}
