/**
 * The alert of a device that reports a status of high priority, such as a fall, for a room that nobody knows: its key is
 * valid, and no room has the name that it sends.
 */
import { isHighPriority } from '../room-status.ts';
import { maxAcknowledgedMs } from './alert.ts';
import { hasStatusEnded } from './continuing-status.ts';

export interface UnknownRoomAlert {
  readonly status: number;
  /** When the alert was raised, and when the status was reported last. Epoch milliseconds. */
  readonly raisedAt: number;
  readonly reportedAt: number;
  /** The device has reported another status since. The alert stays, because somebody may still lie on the floor. */
  readonly hasEnded: boolean;
  /** When staff answered the alert, in epoch milliseconds. Null: nobody has answered it. */
  readonly answeredAt: number | null;
}

/** An answered alert is shown for this long. If its device still reports the status then, it is raised again. */
const answeredForMs = 3_600_000;

export function isAlertOver({ answeredAt }: UnknownRoomAlert, now: number): boolean {
  return answeredAt !== null && Math.abs(now - answeredAt) >= answeredForMs;
}

/**
 * The alert after a report. `before`: undefined if there is none. An answered alert is raised again by a second fall: one
 * that another status, or a pause of the reports, precedes.
 */
export function applyUnknownRoomReport(
  before: UnknownRoomAlert | undefined,
  status: number,
  now: number,
): UnknownRoomAlert | undefined {
  const open = before === undefined || isAlertOver(before, now) ? undefined : before;
  if (!isHighPriority(status))
    return open && { ...open, hasEnded: open.hasEnded || hasStatusEnded(open.status, status) };
  const reported = { status, reportedAt: now, hasEnded: false };
  if (open === undefined) return { ...reported, raisedAt: now, answeredAt: null };
  const isSecond = open.hasEnded || status !== open.status || now - open.reportedAt > maxAcknowledgedMs;
  return open.answeredAt !== null && isSecond
    ? { ...reported, raisedAt: now, answeredAt: null }
    : { ...open, ...reported };
}
