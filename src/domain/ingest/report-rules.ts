/** The ingest rules for one report: late, duplicate, debounced or applied. */
import { toIsoTime } from '../iso-time.ts';
import { isHighPriority, isUrgent, statusOfCode } from '../room-status.ts';
import { type IngestRules, maxDebounceMs } from './ingest-rules.ts';
import { applyReport, type IngestState, type PendingReport, type StatusReport } from './ingest-state.ts';
import { type MessageOfSource, ownProtocolSource } from './incoming.ts';
import { markOnline, removeOfflineSource } from './online.ts';
import { isAheadOfServer, newestReportTimeOf } from './report-time.ts';

/**
 * What a report did to its stream. `applied`: its status is shown now. `debouncing`: its status is shown when it
 * has lasted for its debounce time. `unreachable`: its status is shown when the room is reachable again. `duplicate` and
 * `late`: the report is logged and does not change the card.
 */
export type ReportEffect = 'applied' | 'debouncing' | 'unreachable' | 'duplicate' | 'late';

/** A report of an event that happened longer ago than this is late. Milliseconds. */
export const lateAfterMs = 10 * 60_000;

/** The status that a source has reported since `at`. Undefined: none, or another source reported the newest status. */
export function newerStatusOfSource(state: IngestState, source = ownProtocolSource, at: number, now: number) {
  if (state.statusSource !== source || newestReportTimeOf(state, now) <= at) return undefined;
  return state.pending?.status ?? state.statusBeforeOffline ?? state.roomStatus;
}

interface AppliedReport {
  readonly state: IngestState;
  readonly effect: ReportEffect;
}

/**
 * Decides what one report does. `debounceMs`: the debounce time of this report. `begins`: its source gave another status
 * before.
 */
export function applyReportRules(
  before: IngestState,
  report: StatusReport,
  rules: IngestRules,
  now: number,
  { debounceMs, begins, ...from }: { readonly debounceMs: number; readonly begins: boolean } & MessageOfSource,
): AppliedReport {
  const { at } = report;
  // A very old report does not show that the device is online. Otherwise a device whose clock is behind would
  // always look online although its card never changes.
  if (now - at > lateAfterMs) return { state: before, effect: 'late' };
  const online = markSourceOnline(before, from, now);
  if (at < newestReportTimeOf(online, now)) return { state: online, effect: 'late' };
  const state = { ...online, statusSource: from.source ?? ownProtocolSource };
  if (state.statusBeforeOffline !== null) {
    return applyWhileUnreachable(state, report, rules, now, { ...from, begins });
  }
  if (isDuplicate(state, report, rules, now, begins)) {
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

/** The state after a message of a source. A retained message does not prove that the device is online. */
export function markSourceOnline(
  state: IngestState,
  { source = ownProtocolSource, isRetained, provesOnline }: MessageOfSource,
  now: number,
) {
  if (isRetained !== true) return markOnline(state, now, source);
  return provesOnline === true ? removeOfflineSource(state, source) : state;
}

/**
 * Applies a report while another source of the room is offline. The card stays unreachable. A high-priority report
 * still notifies staff, because a fall does not depend on the offline source.
 */
function applyWhileUnreachable(
  before: IngestState,
  report: StatusReport,
  rules: IngestRules,
  now: number,
  { isRetained, begins }: MessageOfSource & { readonly begins: boolean },
): AppliedReport {
  const { status, at, notification } = report;
  const statusBefore = before.statusBeforeOffline ?? before.roomStatus;
  if (isRetained !== true && isDuplicate({ ...before, roomStatus: statusBefore }, report, rules, now, begins)) {
    return { state: { ...before, reportedAt: at }, effect: 'duplicate' };
  }
  const state = { ...before, statusBeforeOffline: status, reportedAt: at };
  if (!notification || !isHighPriority(status)) return { state, effect: 'unreachable' };
  const notified = {
    lastNotification: status,
    lastNotificationSent: toIsoTime(at),
    revision: state.revision + 1,
  };
  return { state: { ...state, ...notified }, effect: 'unreachable' };
}

function isDuplicate(
  state: IngestState,
  report: StatusReport,
  { dedupeWindowMs }: IngestRules,
  now: number,
  begins: boolean,
): boolean {
  if (report.status !== state.roomStatus) return false;
  if (isSecondFall(state, report, begins)) return false;
  if (!report.notification || (state.pending !== null && !isUrgent(report.status))) return true;
  if (state.lastNotification !== report.status || state.lastNotificationSent === null) return false;
  // An urgent status notifies again after each dedupe window while it is reported. Any other status notifies again only
  // after a pause as long as the window.
  const since = isUrgent(report.status) ? Date.parse(state.lastNotificationSent) : (state.reportedAt ?? -Infinity);
  // A time in the future means that the server's clock was set back. Without this check every report would be a
  // duplicate until the clock catches up.
  return !isAheadOfServer(since, now) && report.at - since < dedupeWindowMs;
}

/** Whether a fall begins after another status of its sensor, which may still be in debounce. */
function isSecondFall({ pending }: IngestState, { status }: StatusReport, begins: boolean): boolean {
  return isHighPriority(status) && (begins || pending !== null);
}

/** Shows the pending status if its debounce time is over. */
export function expireDebounce(state: IngestState, now: number): IngestState {
  const { pending } = state;
  if (pending === null) return state;
  // A `dueAt` further ahead than the longest debounce time means that the server's clock was set back.
  return now < pending.dueAt && pending.dueAt - now <= maxDebounceMs ? state : showPending(state, pending, now);
}

/** Shows a pending status. The card shows the time of its first report. */
export function showPending(state: IngestState, pending: PendingReport, now: number): IngestState {
  return applyReport({ ...state, reportedAt: null, statusBeforeOffline: null, pending: null }, pending, now);
}

/** The debounce time that the rules give a status. Milliseconds. */
export function debounceMsOf(rules: IngestRules, status: number): number {
  const { name } = statusOfCode(status);
  return name === 'unknown' ? 0 : (rules.debounceMs[name] ?? 0);
}
