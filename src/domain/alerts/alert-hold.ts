/** What holds back the alerts of a room for a while: staff in the room, a pause, and an answer to a status that goes on. */
import type { Ingested, LogEntry } from '../ingest/ingest.ts';
import { isAhead } from '../ingest/report-time.ts';
import { statusOfCode } from '../room-status.ts';
import type { Alert, AlertPriority, AlertTransition, AlertUser } from './alert.ts';
import { type ContinuingStatus, withAnswered, withContinuing, withoutEnded } from './continuing-status.ts';
import { isGettingUp } from './getting-up.ts';
import type { Pause } from './pause.ts';

export interface AlertHold {
  /** When staff entered the room. Null: they are not known to be there. Epoch milliseconds. */
  readonly staffSince: number | null;
  readonly pause: Pause | null;
  readonly continuing: readonly ContinuingStatus[];
}

interface PausedHold extends AlertHold {
  readonly pause: Pause;
}

export const noHold: AlertHold = { staffSince: null, pause: null, continuing: [] };

export const maxPauseMinutes = 60;

/** A device that misses staff leaving must not hold alerts back for the whole night. */
const maxStaffMs = 60 * 60_000;

export function holdAfterMessage(hold: AlertHold, { log }: Pick<Ingested, 'log'>, now: number): AlertHold {
  const shown = log.filter(({ effect }) => effect === 'applied' || effect === 'unreachable');
  return shown.reduce((before, entry) => {
    const movement = staffMovementOf(entry);
    const staffSince = movement === undefined ? before.staffSince : movement === 'entering' ? now : null;
    const continuing = withoutEnded(before.continuing, entry.status);
    const isSame = staffSince === before.staffSince && continuing === before.continuing;
    return isSame ? before : { ...before, staffSince, continuing };
  }, hold);
}

/** Staff are notified of a status that the room shows. `begins`: it is a new event, so no answer was given to it. */
export function holdAfterNotification(hold: AlertHold, status: number, begins = false): AlertHold {
  const continuing = withContinuing(hold.continuing, status, begins);
  return continuing === hold.continuing ? hold : { ...hold, continuing };
}

/** Once staff have resolved an alert, its status raises no new alert for a while if it goes on. */
export function holdAfterAnswer(hold: AlertHold, { alert }: AlertTransition, now: number): AlertHold {
  if (alert.state !== 'resolved' || alert.isTest) return hold;
  // The first report of a repaired sensor raises an alert.
  if (alert.isFault) return { ...hold, continuing: hold.continuing.filter(({ status }) => status !== alert.status) };
  return { ...hold, continuing: withAnswered(hold.continuing, alert.status, now) };
}

/** A camera that fails, or comes back, with the status of staff in the room does not mean that staff enter now. */
export function staffMovementOf({ status, by }: LogEntry): 'entering' | 'exiting' | undefined {
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
  return pause !== null && isActive(pause, now);
}

/** When the server raises the alert, or raises it again. An alert that a pause holds back is raised after the pause. */
export function dueTimeOf({ dueAt, state, priority }: Alert, { pause }: AlertHold): number | null {
  const isHeld = pause !== null && state === 'waiting' && priority === 'medium';
  return isHeld && dueAt !== null ? Math.max(dueAt, pause.until) : dueAt;
}

/** Whether the sensor has seen staff enter and not leave. */
export function areStaffInRoom({ staffSince }: AlertHold, now: number): boolean {
  return staffSince !== null && !isAhead(staffSince, now) && now - staffSince < maxStaffMs;
}

/** A pause that begins in the future means that the server's clock was set back. Nobody knows how long it has lasted. */
export function isActive({ since, until }: Pause, now: number): boolean {
  return now < until && !isAhead(since, now);
}

/** Begins a pause, or gives it a new end. `minutes`: at most `maxPauseMinutes`. */
export function pauseFor(hold: AlertHold, minutes: number, by: AlertUser, now: number): PausedHold {
  return { ...hold, pause: { by, since: now, until: now + Math.min(minutes, maxPauseMinutes) * 60_000 } };
}
