/** What holds back the alerts of a room for a while: staff in the room, and a pause that staff have begun. */
import type { Ingested, LogEntry } from '../ingest/ingest.ts';
import { isAhead } from '../ingest/report-time.ts';
import { type RoomStatusName, statusOfCode } from '../room-status.ts';
import type { AlertActor, AlertPriority } from './alert.ts';

type AlertUser = Extract<AlertActor, { kind: 'user' }>;

/** Staff care for the resident and will be seen doing so. */
export interface Pause {
  readonly by: AlertUser;
  /** Epoch milliseconds. */
  readonly since: number;
  readonly until: number;
}

export interface AlertHold {
  /** When staff entered the room. Null: they are not known to be there. Epoch milliseconds. */
  readonly staffSince: number | null;
  readonly pause: Pause | null;
}

export const noHold: AlertHold = { staffSince: null, pause: null };

export const maxPauseMinutes = 60;

/** A device that misses staff leaving must not hold alerts back for the whole night. */
const maxStaffMs = 60 * 60_000;

/** A resident who gets up while staff are in the room is with them. */
const gettingUp: readonly (RoomStatusName | 'unknown')[] = [
  'soeb',
  'out_of_bed',
  'not_in_bed',
  'getting_up_in_bed',
  'getting_up_from_chair',
];

export function holdAfterMessage(hold: AlertHold, { log }: Ingested, now: number): AlertHold {
  const shown = log.filter(({ effect }) => effect === 'applied' || effect === 'unreachable');
  return shown.reduce((before, entry) => {
    const movement = staffMovementOf(entry);
    return movement === undefined ? before : { ...before, staffSince: movement === 'entering' ? now : null };
  }, hold);
}

/** A camera that fails, or comes back, with the status of staff in the room does not mean that staff enter now. */
export function staffMovementOf({ status, by }: LogEntry): 'entering' | 'exiting' | undefined {
  if (by === 'watchdog') return undefined;
  const { name } = statusOfCode(status);
  if (name === 'staff_entering_room') return 'entering';
  return name === 'staff_exiting_room' ? 'exiting' : undefined;
}

/** Whether a new alert is held back. An unreachable camera is never held back. */
export function isHeldBack(
  { staffSince, pause }: AlertHold,
  status: number,
  priority: AlertPriority,
  now: number,
): boolean {
  if (priority === 'technical') return false;
  if (pause !== null && isActive(pause, now)) return true;
  if (staffSince === null || priority === 'high' || !gettingUp.includes(statusOfCode(status).name)) return false;
  return !isAhead(staffSince, now) && now - staffSince < maxStaffMs;
}

/** A pause that begins in the future means that the server's clock was set back. Nobody knows how long it has lasted. */
export function isActive({ since, until }: Pause, now: number): boolean {
  return now < until && !isAhead(since, now);
}

/** Begins a pause, or gives it a new end. `minutes`: at most `maxPauseMinutes`. */
export function pauseFor(hold: AlertHold, minutes: number, by: AlertUser, now: number): AlertHold {
  return { ...hold, pause: { by, since: now, until: now + Math.min(minutes, maxPauseMinutes) * 60_000 } };
}
