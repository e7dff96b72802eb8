/** What users and the passing of time do to an alert. */
import {
  acknowledgedLimitMs,
  type Alert,
  type AlertActor,
  type AlertResolution,
  type AlertTransition,
  attendedLimitMs,
  changeAlert,
} from './alert.ts';
import { isAhead } from '../ingest/report-time.ts';

export type AlertAction =
  | { readonly kind: 'acknowledge' | 'withdraw' | 'attend' }
  | { readonly kind: 'resolve'; readonly resolution: AlertResolution; readonly note: string | null };

export type AlertUser = Extract<AlertActor, { kind: 'user' }>;

/** `unchanged`: the action was done before, so repeating a call is harmless. `refused`: it is too late for it. */
export type ActionResult = AlertTransition | 'unchanged' | 'refused';

export function applyAction(alert: Alert, action: AlertAction, by: AlertUser, now: number): ActionResult {
  switch (action.kind) {
    case 'acknowledge':
      return acknowledge(alert, by, now);
    case 'withdraw':
      return withdraw(alert, by, now);
    case 'attend':
      return attend(alert, by, now);
    case 'resolve':
      return resolve(alert, action, by, now);
  }
}

function acknowledge(alert: Alert, by: AlertUser, now: number): ActionResult {
  if (alert.state === 'acknowledged' && isBy(alert, by)) return 'unchanged';
  if (alert.state !== 'raised') return 'refused';
  return changeAlert(alert, 'acknowledged', now, { state: 'acknowledged', by, dueAt: now + acknowledgedLimitMs });
}

function withdraw(alert: Alert, by: AlertUser, now: number): ActionResult {
  if (alert.state === 'raised') return 'unchanged';
  const isOwn = (alert.state === 'acknowledged' || alert.state === 'attended') && isBy(alert, by);
  return isOwn ? changeAlert(alert, 'withdrawn', now, { state: 'raised', by, dueAt: null }) : 'refused';
}

/** A second person in the room changes nothing. A person who comes after the sensor has noticed staff gives the name. */
function attend(alert: Alert, by: AlertUser, now: number): ActionResult {
  if (alert.state === 'attended' && alert.by.kind === 'user') return 'unchanged';
  if (alert.state === 'waiting' || alert.state === 'resolved') return 'refused';
  return changeAlert(alert, 'attended', now, { state: 'attended', by, dueAt: now + attendedLimitMs });
}

function resolve(
  alert: Alert,
  { resolution, note }: Extract<AlertAction, { kind: 'resolve' }>,
  by: AlertUser,
  now: number,
): ActionResult {
  if (alert.state === 'resolved' && isBy(alert, by) && alert.resolution === resolution) return 'unchanged';
  if (alert.state === 'resolved' || alert.state === 'waiting') return 'refused';
  return changeAlert(alert, 'resolved', now, { state: 'resolved', by, dueAt: null, resolution, note });
}

function isBy({ by }: Alert, { subject }: AlertUser): boolean {
  return by.kind === 'user' && by.subject === subject;
}

/** Raises an alert whose time is over; undefined: nothing is due. */
export function expireAlert(alert: Alert, now: number): AlertTransition | undefined {
  const { dueAt, state, since } = alert;
  // A change in the future means that the server's clock was set back, so nobody knows how long the alert has waited.
  if (dueAt === null || (now < dueAt && !isAhead(since, now))) return undefined;
  const raised = { state: 'raised', by: { kind: 'server' }, dueAt: null } as const;
  if (state === 'waiting') return changeAlert(alert, 'raised', now, raised);
  return changeAlert(alert, 'raised-again', now, { ...raised, raisedAgainCount: alert.raisedAgainCount + 1 });
}
