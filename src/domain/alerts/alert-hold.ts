/** What holds back alerts of a room for a while: staff in the room, a pause, or an answer to a status that goes on. */
import type { IngestResult, ReportLogEntry } from '../ingest/report-log.ts';
import type { LocalClock } from '../local-time/local-clock.ts';
import { isAheadOfServer } from '../ingest/report-time.ts';
import { statusOfCode } from '../room-status.ts';
import type { Alert, AlertActor, AlertPriority, AlertTransition, AlertUser, Pause } from './alert.ts';
import type { AlertRules } from './alert-rules.ts';
import {
  type ContinuingStatus,
  isGettingUp,
  markStatusAnswered,
  addContinuingStatus,
  removeEndedStatuses,
} from './continuing-status.ts';

export interface AlertHold {
  /** When staff entered the room. Null: they are not known to be there. Epoch milliseconds. */
  readonly staffSince: number | null;
  readonly pause: Pause | null;
  readonly continuing: readonly ContinuingStatus[];
}

/** The data, besides the incoming message, that decide what alerts a room raises. */
export interface AlertContext {
  readonly streamUUID: string;
  /** An inactive room is not monitored, so its reports open no alert. */
  readonly isActive: boolean;
  readonly rules: AlertRules;
  readonly hold: AlertHold;
  /** The time of receipt. Epoch milliseconds. */
  readonly now: number;
  readonly createUuid: () => string;
  /** The clock of the location. */
  readonly clock: LocalClock;
}

/** The transitions that a message or an answer causes, and the hold of the room afterwards. */
export interface AlertOutcome {
  readonly transitions: readonly AlertTransition[];
  readonly hold: AlertHold;
}

interface PausedHold extends AlertHold {
  readonly pause: Pause;
}

export const emptyHold: AlertHold = { staffSince: null, pause: null, continuing: [] };

export const maxPauseMinutes = 60;

/** Staff hold back alerts for at most this time, because a device may miss that they have left the room. */
const maxStaffHoldMs = 60 * 60_000;

export function applyMessageToHold(hold: AlertHold, { log }: Pick<IngestResult, 'log'>, now: number): AlertHold {
  return log.reduce((before, entry) => {
    const isShown = entry.effect === 'applied' || entry.effect === 'unreachable';
    // A status in debounce does not end another status yet. Late and duplicate reports do: a late fall is not on the
    // card, so the report of its end may itself be late, or a duplicate of the shown status.
    if (entry.effect === 'debouncing') return before;
    const movement = isShown ? staffMovementOf(entry) : undefined;
    const staffSince = movement === undefined ? before.staffSince : movement === 'entering' ? now : null;
    const continuing = removeEndedStatuses(before.continuing, entry.status);
    const isSame = staffSince === before.staffSince && continuing === before.continuing;
    return isSame ? before : { ...before, staffSince, continuing };
  }, hold);
}

/** The hold after a notification of a status. `begins`: the status is a new event, so no earlier answer applies. */
export function applyNotificationToHold(hold: AlertHold, status: number, begins = false): AlertHold {
  const continuing = addContinuingStatus(hold.continuing, status, begins);
  return continuing === hold.continuing ? hold : { ...hold, continuing };
}

/** The hold after staff have resolved an alert: if its status goes on, it raises no new alert for a while. */
export function applyAnswerToHold(hold: AlertHold, { alert }: AlertTransition, now: number): AlertHold {
  if (alert.state !== 'resolved' || alert.isTest) return hold;
  // A sensor fault ends when the sensor is repaired, and the first report of the repaired sensor must raise an alert.
  if (alert.isFault) return { ...hold, continuing: hold.continuing.filter(({ status }) => status !== alert.status) };
  return { ...hold, continuing: markStatusAnswered(hold.continuing, alert.status, now) };
}

/** Whether staff enter or leave. The watchdog's entry of a camera that fails or comes back says neither. */
export function staffMovementOf({ status, by }: ReportLogEntry): 'entering' | 'exiting' | undefined {
  if (by === 'watchdog') return undefined;
  const { name } = statusOfCode(status);
  if (name === 'staff_entering_room') return 'entering';
  return name === 'staff_exiting_room' ? 'exiting' : undefined;
}

/**
 * Whether a new alert is held back: one of medium priority during a pause, and a resident who gets up while staff are in
 * the room, because he is with them.
 */
export function isHeldBack(hold: AlertHold, status: number, priority: AlertPriority, now: number): boolean {
  if (priority !== 'medium') return false;
  return isPaused(hold, now) || (isGettingUp(status) && areStaffInRoom(hold, now));
}

export function isPaused({ pause }: AlertHold, now: number): boolean {
  return pause !== null && isPauseActive(pause, now);
}

/** When the server raises the alert, or raises it again. An alert that a pause holds back is raised after the pause. */
export function dueTimeOf({ dueAt, state, priority }: Alert, { pause }: AlertHold): number | null {
  const isHeld = pause !== null && state === 'waiting' && priority === 'medium';
  return isHeld && dueAt !== null ? Math.max(dueAt, pause.until) : dueAt;
}

/** Whether the sensor has seen staff enter and not leave. */
export function areStaffInRoom({ staffSince }: AlertHold, now: number): boolean {
  return staffSince !== null && !isAheadOfServer(staffSince, now) && now - staffSince < maxStaffHoldMs;
}

/** Whether a pause is in effect. One that begins in the future does not count: the server's clock was set back. */
export function isPauseActive({ since, until }: Pause, now: number): boolean {
  return now < until && !isAheadOfServer(since, now);
}

/** Begins a pause, or gives it a new end. `minutes`: at most `maxPauseMinutes`. */
export function startPause(hold: AlertHold, minutes: number, by: AlertUser, now: number): PausedHold {
  return { ...hold, pause: { by, since: now, until: now + Math.min(minutes, maxPauseMinutes) * 60_000 } };
}

/** What happened to a pause. `resumed`: a user has ended the pause. `ended`: its time was over. */
export type PauseEventName = 'paused' | 'resumed' | 'ended';

/** One entry of the history of a room's pauses. */
export interface PauseEvent {
  readonly event: PauseEventName;
  /** When it happened, in epoch milliseconds. */
  readonly at: number;
  readonly by: AlertActor;
  /** When the pause will end by itself. Null: it has ended. Epoch milliseconds. */
  readonly until: number | null;
}

export function createPauseEvent({ by, since, until }: Pause): PauseEvent {
  return { event: 'paused', at: since, by, until };
}

export function createPauseEndEvent(by: AlertActor, at: number): PauseEvent {
  return { event: by.kind === 'user' ? 'resumed' : 'ended', at, by, until: null };
}
