/**
 * Tells a status that goes on from the same status that begins again. Devices repeat a status while it lasts, so a
 * second fall is one that another status of the resident precedes.
 */
import { isAhead } from '../ingest/report-time.ts';
import { statusOfCode } from '../room-status.ts';
import { acknowledgedLimitMs, type AlertPriority, attendedLimitMs } from './alert.ts';
import { isGettingUp, isStillUp } from './getting-up.ts';

/** A status that has notified staff, until the room reports another one. */
export interface ContinuingStatus {
  readonly status: number;
  /** When staff resolved its alert. Null: they have not. Epoch milliseconds. */
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
  // Staff in the room say nothing about the resident, and neither does a room that is not monitored.
  return priority !== 'technical' && name !== 'staff_entering_room' && name !== 'staff_exiting_room';
}

export function isTechnicalStatus(status: number): boolean {
  return statusOfCode(status).priority === 'technical';
}

/** Whether the status, or for medium priority another step of its event, has notified staff and goes on. */
export function isContinuing(continuing: Continuing, status: number, priority: AlertPriority): boolean {
  return sameEvents(continuing, status, priority).length > 0;
}

/** An answer to a lower priority says nothing about a status of high priority. */
function sameEvents(continuing: Continuing, status: number, priority: AlertPriority): Continuing {
  return continuing.filter((one) => (priority === 'high' ? one.status === status : isSameEvent(one.status, status)));
}

/** `newer`: the status that the room reports now. */
export function withoutEnded(continuing: Continuing, newer: number): Continuing {
  const left = continuing.filter(({ status }) => !hasStatusEnded(status, newer));
  return left.length === continuing.length ? continuing : left;
}

/** `begins`: the status has begun again, so an earlier answer does not count. */
export function withContinuing(continuing: Continuing, status: number, begins: boolean): Continuing {
  const known = continuing.find((one) => one.status === status);
  if (known === undefined) return [...continuing, { status, answeredAt: null }];
  return begins && known.answeredAt !== null ? withAnswer(continuing, status, null) : continuing;
}

export function withAnswered(continuing: Continuing, status: number, now: number): Continuing {
  return withAnswer(continuing, status, now);
}

function withAnswer(continuing: Continuing, status: number, answeredAt: number | null): Continuing {
  return continuing.map((one) => (one.status === status ? { status, answeredAt } : one));
}

/** Whether a status goes on for which staff have given no answer yet. */
export function isUnanswered(continuing: Continuing, status: number): boolean {
  return continuing.some((one) => one.status === status && one.answeredAt === null);
}

/**
 * Until when a status that goes on is taken as answered. Null: it is not. If the clock was set back, nobody knows how
 * long the answer has been there.
 */
export function answeredUntil(continuing: Continuing, status: number, priority: AlertPriority, now: number) {
  const times = sameEvents(continuing, status, priority).map(({ answeredAt }) => answeredAt ?? -Infinity);
  const answeredAt = Math.max(-Infinity, ...times);
  if (answeredAt === -Infinity || isAhead(answeredAt, now)) return null;
  // A device may report a second fall without another status in between, so the time is short.
  return answeredAt + (priority === 'high' ? acknowledgedLimitMs : attendedLimitMs);
}
