/** The ingest rules for one report: late, duplicate, debounced or applied. */
import { isUrgent, statusOfCode } from '../room-status.ts';
import { type IngestRules, maxDebounceMs } from './ingest-rules.ts';
import { applyReport, type IngestState, type StatusReport } from './ingest-state.ts';
import { markOnline } from './online.ts';
import { eventTime, isAhead, newestReportTime } from './report-time.ts';

/**
 * What a report did to its stream. `applied`: its status is shown now. `debouncing`: its status is shown when it
 * has lasted for its debounce time. `duplicate` and `late`: the report is logged and does not change the card.
 */
export type ReportEffect = 'applied' | 'debouncing' | 'duplicate' | 'late';

/** A report of an event that happened longer ago than this is late. Milliseconds. */
export const lateAfterMs = 10 * 60_000;

/** Decides what one report does. `debounceMs`: the debounce time of this report. `isRetained`: see `IncomingReport`. */
export function applyReportRules(
  before: IngestState,
  report: StatusReport,
  rules: IngestRules,
  now: number,
  { debounceMs, isRetained }: { readonly debounceMs: number; readonly isRetained: boolean },
): { readonly state: IngestState; readonly effect: ReportEffect } {
  const at = eventTime(report.at, now);
  // A very old report does not show that the device is online. Otherwise a device whose clock is behind would
  // always look online although its card never changes.
  if (now - at > lateAfterMs) return { state: before, effect: 'late' };
  const state = isRetained ? before : markOnline(before, now);
  if (at < newestReportTime(state, now)) return { state, effect: 'late' };
  if (state.statusBeforeOffline !== null) {
    return { state: { ...state, statusBeforeOffline: report.status, reportedAt: at }, effect: 'late' };
  }
  if (isDuplicate(state, { ...report, at }, rules, now)) {
    // The room returned to the shown status within the debounce time, so the pending status is dropped.
    return { state: { ...state, pending: null, reportedAt: at }, effect: 'duplicate' };
  }
  if (state.pending?.status === report.status) {
    const notification = state.pending.notification || report.notification;
    return { state: { ...state, pending: { ...state.pending, notification } }, effect: 'debouncing' };
  }
  if (debounceMs > 0 && report.status !== state.roomStatus) {
    return { state: { ...state, pending: { ...report, at, dueAt: now + debounceMs } }, effect: 'debouncing' };
  }
  return { state: applyReport({ ...state, pending: null }, report, now), effect: 'applied' };
}

function isDuplicate(state: IngestState, report: StatusReport, { dedupeWindowMs }: IngestRules, now: number): boolean {
  if (report.status !== state.roomStatus) return false;
  if (!report.notification || (state.pending !== null && !isUrgent(report.status))) return true;
  if (state.lastNotification !== report.status || state.lastNotificationSent === null) return false;
  // An urgent status notifies again after each dedupe window while it is reported. Any other status notifies again only
  // after a pause as long as the window.
  const since = isUrgent(report.status) ? Date.parse(state.lastNotificationSent) : (state.reportedAt ?? -Infinity);
  // A time in the future means that the server's clock was set back. Without this check every report would be a
  // duplicate until the clock catches up.
  return !isAhead(since, now) && report.at - since < dedupeWindowMs;
}

/** Shows the pending status if its debounce time is over. The card shows the time of the status's first report. */
export function expireDebounce(state: IngestState, now: number): IngestState {
  const { pending } = state;
  if (pending === null) return state;
  // A `dueAt` further ahead than the longest debounce time means that the server's clock was set back.
  if (now < pending.dueAt && pending.dueAt - now <= maxDebounceMs) return state;
  return applyReport({ ...state, reportedAt: null, statusBeforeOffline: null, pending: null }, pending, now);
}

/** The debounce time that the rules give a status. Milliseconds. */
export function debounceMsOf(rules: IngestRules, status: number): number {
  const { name } = statusOfCode(status);
  return name === 'unknown' ? 0 : (rules.debounceMs[name] ?? 0);
}
