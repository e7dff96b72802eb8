/**
 * Tells a status that goes on from the same status that begins again. Devices repeat a status while it lasts, so a
 * second fall is one that another status of the resident precedes.
 */
import { isAheadOfServer } from '../ingest/report-time.ts';
import { type RoomStatusName, statusOfCode } from '../room-status.ts';
import { maxAcknowledgedMs, type AlertPriority, maxAttendedMs } from './alert.ts';

/** A status that staff were notified of, until the room reports another status of the resident. */
export interface ContinuingStatus {
  readonly status: number;
  /** When staff resolved the alert of the status, in epoch milliseconds. Null: staff have not resolved it. */
  readonly answeredAt: number | null;
}

type Continuing = readonly ContinuingStatus[];

/** Whether two statuses are about the same event: equal, or two steps of getting up. */
export function isSameEvent(status: number, other: number): boolean {
  return status === other || (isGettingUp(status) && isGettingUp(other));
}

/** Whether a status, or the event that it belongs to, is over when the room shows `newer`. */
export function hasStatusEnded(status: number, newer: number): boolean {
  if (newer === status || (isGettingUp(status) && isStillUp(newer))) return false;
  if (isTechnicalStatus(status)) return true;
  const { name, priority } = statusOfCode(newer);
  // A status about staff or about the device says nothing about the resident, so it ends no other status.
  return priority !== 'technical' && name !== 'staff_entering_room' && name !== 'staff_exiting_room';
}

export function isTechnicalStatus(status: number): boolean {
  return statusOfCode(status).priority === 'technical';
}

/** Whether the status, or for medium priority another step of its event, has notified staff and goes on. */
export function isContinuing(continuing: Continuing, status: number, priority: AlertPriority): boolean {
  return sameEvents(continuing, status, priority).length > 0;
}

/** The continuing statuses of the same event. With high priority, only those with exactly this status. */
function sameEvents(continuing: Continuing, status: number, priority: AlertPriority): Continuing {
  return continuing.filter((one) => (priority === 'high' ? one.status === status : isSameEvent(one.status, status)));
}

/** Removes the statuses that have ended. `newer`: the status that the room reports now. */
export function removeEndedStatuses(continuing: Continuing, newer: number): Continuing {
  const left = continuing.filter(({ status }) => !hasStatusEnded(status, newer));
  return left.length === continuing.length ? continuing : left;
}

/** Adds a status. `begins`: the status has begun again, so an earlier answer to it does not count. */
export function addContinuingStatus(continuing: Continuing, status: number, begins: boolean): Continuing {
  const known = continuing.find((one) => one.status === status);
  if (known === undefined) return [...continuing, { status, answeredAt: null }];
  return begins && known.answeredAt !== null ? withAnswer(continuing, status, null) : continuing;
}

export function markStatusAnswered(continuing: Continuing, status: number, now: number): Continuing {
  return withAnswer(continuing, status, now);
}

function withAnswer(continuing: Continuing, status: number, answeredAt: number | null): Continuing {
  return continuing.map((one) => (one.status === status ? { status, answeredAt } : one));
}

/** Whether a status goes on for which staff have given no answer yet. */
export function isStatusUnanswered(continuing: Continuing, status: number): boolean {
  return continuing.some((one) => one.status === status && one.answeredAt === null);
}

/**
 * Until when a status that goes on counts as answered. Null: it does not. If the clock was set back, nobody knows how
 * long the answer has been there.
 */
export function answerExpiryTimeOf(continuing: Continuing, status: number, priority: AlertPriority, now: number) {
  const times = sameEvents(continuing, status, priority).map(({ answeredAt }) => answeredAt ?? -Infinity);
  const answeredAt = Math.max(-Infinity, ...times);
  if (answeredAt === -Infinity || isAheadOfServer(answeredAt, now)) return null;
  // A device may report a second fall without another status in between, so the time is short.
  return answeredAt + (priority === 'high' ? maxAcknowledgedMs : maxAttendedMs);
}

type StatusName = RoomStatusName | 'unknown';

/** The steps in which a resident gets up. Together they are one event for which staff go to the room once. */
const steps: readonly StatusName[] = ['getting_up_in_bed', 'soeb', 'out_of_bed', 'not_in_bed', 'getting_up_from_chair'];

/** The statuses of a resident who is up and away from the bed. The event goes on until the resident is back in bed. */
const destinations: readonly StatusName[] = ['in_bathroom', 'out_of_room', 'entering_room'];

export function isGettingUp(status: number): boolean {
  return steps.includes(statusOfCode(status).name);
}

/** Whether the resident is still up: at one of the steps, or away from the bed. */
function isStillUp(status: number): boolean {
  return isGettingUp(status) || destinations.includes(statusOfCode(status).name);
}
