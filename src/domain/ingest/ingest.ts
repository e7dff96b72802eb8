/** What becomes of a stream as its device is heard, or is not. Pure: `now` is the time of receipt, epoch ms. */
import type { IngestRules } from './ingest-rules.ts';
import { statusOfCode, statusOfName } from '../room-status.ts';
import { applyReport, eventTime, type ReportedState, type StatusReport } from './status-report.ts';

/** A status that has not yet lasted long enough to count. */
export interface PendingReport extends StatusReport {
  /** When it will count, unless another status comes before. Epoch milliseconds. */
  readonly dueAt: number;
}

export interface IngestState extends ReportedState {
  /** When the device was last heard, by our clock; null: never. Epoch milliseconds. */
  readonly seenAt: number | null;
  /** What was shown before the device fell silent; null while it is heard. */
  readonly statusBeforeOffline: number | null;
  readonly pending: PendingReport | null;
}

/**
 * What a report did to its stream. `applied`: its status is shown now. `debouncing`: its status is shown when it
 * has lasted for `debounceMs`. `duplicate` and `late`: the report is stored and does not change what is shown.
 */
export type ReportEffect = 'applied' | 'debouncing' | 'duplicate' | 'late';

export interface IngestResult {
  readonly state: IngestState;
  readonly effect: ReportEffect;
}

/** What happened longer ago is history: it goes to the log and does not touch the card. Milliseconds. */
export const lateAfterMs = 10 * 60_000;

/** The longest that a status may be held. Seconds. */
export const maxHoldOffSeconds = 300;

export const unreachable = statusOfName('camera_unreachable')?.code ?? 12;

/**
 * `holdMs`: how long this very report has to last, whatever the rules say. `isKept`: its broker repeats it,
 * which says how things stood and not that the device is there.
 */
export function ingestReport(
  before: IngestState,
  report: StatusReport,
  rules: IngestRules,
  now: number,
  holdMs: number = holdOffMs(rules, report.status),
  isKept = false,
): IngestResult {
  const at = eventTime(report.at, now);
  // Nor is what happened long ago a sign that anybody knows how things are now: a device whose clock is
  // behind would look alive for ever, and its card never move.
  if (now - at > lateAfterMs) return { state: before, effect: 'late' };
  const state = isKept ? before : heard(before, now);
  if (at < newestOf(state, now)) return { state, effect: 'late' };
  if (state.statusBeforeOffline !== null) {
    return { state: { ...state, statusBeforeOffline: report.status, reportedAt: at }, effect: 'late' };
  }
  if (isRepeat(state, { ...report, at }, rules, now)) {
    // Back to what is shown before the other status had lasted: it never was.
    return { state: { ...state, pending: null, reportedAt: at }, effect: 'duplicate' };
  }
  if (state.pending?.status === report.status) {
    const notification = state.pending.notification || report.notification;
    return { state: { ...state, pending: { ...state.pending, notification } }, effect: 'debouncing' };
  }
  if (holdMs > 0 && report.status !== state.roomStatus) {
    return { state: { ...state, pending: { ...report, at, dueAt: now + holdMs } }, effect: 'debouncing' };
  }
  return { state: { ...state, ...applyReport(state, report, now), pending: null }, effect: 'applied' };
}

/**
 * When a report happened that has no time of its own: at its receipt, and not before what is known. Where the clocks
 * of two processes differ a little, the last word would else be shown and told to nobody.
 * What has waited may be as old as that: it hides nothing that was said meanwhile, unless it is as urgent.
 */
export function timeOfReceipt(state: IngestState, status: number, now: number, waitedSince = now): number {
  const isHidden = waitedSince < now && isHigh(state.roomStatus) && !isHigh(status);
  const isLastWord = waitedSince >= now || isUrgent(status);
  return isLastWord && !isHidden ? Math.max(waitedSince, newestOf(state, now)) : waitedSince;
}

/**
 * When a report happened that tells whole seconds: at some moment of that second, so not before what is known of it.
 * A fall within the second in which its room was heard last would else be told to nobody.
 */
export function timeOfSecond(state: IngestState, at: number, now: number): number {
  const newest = newestOf(state, now);
  return at % 1000 === 0 && newest > at && newest < at + 1000 ? newest : at;
}

/** What was held has lasted, if it has: it counts from when it was first seen. */
export function ingestPending(state: IngestState, now: number): IngestState {
  const { pending } = state;
  if (pending === null || !isDue(pending, now)) return state;
  const counted = applyReport({ ...state, reportedAt: null }, pending, now);
  return { ...state, ...counted, statusBeforeOffline: null, pending: null };
}

/** The device is there, and has nothing new to say. */
export function ingestHeartbeat(state: IngestState, now: number): IngestState {
  return heard(state, now);
}

/** Not heard for too long: unreachable, until it is heard again. `watchedSince`: silence before that is not the device's. */
export function ingestSilence(state: IngestState, rules: IngestRules, now: number, watchedSince: number): IngestState {
  if (rules.silentAfter === null || state.seenAt === null) return state;
  const silentMs = now - Math.max(Math.min(state.seenAt, now), watchedSince);
  return silentMs < rules.silentAfter * 1000 ? state : ingestOffline(state, now);
}

/** Somebody else says that the device is gone: its broker, by last will. */
export function ingestOffline(state: IngestState, now: number): IngestState {
  if (state.statusBeforeOffline !== null) return state;
  // Whoever was told to lie on the floor may still lie there, and now nobody sees it: that notification stays.
  const isHelpTold = isHigh(state.roomStatus) && state.lastNotification !== null && isHigh(state.lastNotification);
  const gone: StatusReport = { status: unreachable, at: now, notification: !isHelpTold };
  const shown = applyReport({ ...state, reportedAt: null }, gone, now);
  // The newest report is still the device's own: what it says on its return is not older than our finding.
  // Whatever was held is its last word as well, and nobody will say that it did not last.
  const statusBeforeOffline = state.pending?.status ?? state.roomStatus;
  return { ...state, ...shown, reportedAt: state.reportedAt, statusBeforeOffline, pending: null };
}

/** Heard again, it shows what it last really said, without a sound. */
function heard(state: IngestState, now: number): IngestState {
  const { statusBeforeOffline } = state;
  if (statusBeforeOffline === null) return { ...state, seenAt: now };
  const back = { roomStatus: statusBeforeOffline, revision: state.revision + 1, statusBeforeOffline: null };
  return { ...state, ...back, seenAt: now };
}

function isRepeat(state: IngestState, report: StatusReport, { repeatWithin }: IngestRules, now: number): boolean {
  if (report.status !== state.roomStatus) return false;
  if (!report.notification || (state.pending !== null && !isUrgent(report.status))) return true;
  if (state.lastNotification !== report.status || state.lastNotificationSent === null) return false;
  // What is urgent is told again and again while it lasts; the rest only after a pause.
  const since = isUrgent(report.status) ? Date.parse(state.lastNotificationSent) : (state.reportedAt ?? -Infinity);
  // A time ahead of ours comes of our own clock, set back since: nothing would be news until then.
  return eventTime(since, now) === since && report.at - since < repeatWithin * 1000;
}

function isUrgent(status: number): boolean {
  const { priority } = statusOfCode(status);
  return priority === 'high' || priority === 'medium';
}

function isHigh(status: number): boolean {
  return statusOfCode(status).priority === 'high';
}

/** A time ahead of ours comes of our own clock, set back since: it would wait for an hour. */
function isDue(pending: PendingReport, now: number): boolean {
  return now >= pending.dueAt || pending.dueAt - now > maxHoldOffSeconds * 1000;
}

function newestOf(state: IngestState, now: number): number {
  const newest = Math.max(state.reportedAt ?? -Infinity, state.pending?.at ?? -Infinity);
  return eventTime(newest, now) === newest ? newest : -Infinity;
}

function holdOffMs(rules: IngestRules, status: number): number {
  const { name } = statusOfCode(status);
  return name === 'unknown' ? 0 : (rules.holdOff[name] ?? 0) * 1000;
}
