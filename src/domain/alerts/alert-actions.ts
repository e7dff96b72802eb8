/** What users and the passing of time do to an alert. */
import {
  acknowledgedLimitMs,
  type Alert,
  type AlertActor,
  type AlertEvent,
  alertPriorities,
  type AlertResolution,
  type AlertTransition,
  type AlertUser,
  attendedLimitMs,
  changeAlert,
  newAlert,
  technicalLimitMs,
} from './alert.ts';
import { type AlertRules, alertRuleOf } from './alert-rules.ts';
import { hasStatusEnded } from './continuing-status.ts';
import { isAhead } from '../ingest/report-time.ts';

export type AlertAction =
  | { readonly kind: 'acknowledge' | 'withdraw' | 'attend' }
  | {
      readonly kind: 'resolve';
      readonly resolution: AlertResolution;
      readonly note: string | null;
      /** Whether somebody was in the room. Undefined: the user does not say it. */
      readonly attended?: boolean | undefined;
    };

/** `unchanged`: the action was done before, so repeating a call is harmless. `refused`: it is too late for it. */
export type ActionResult = AlertTransition | 'unchanged' | 'refused';

/**
 * The transitions of an answer to an alert, its own first. `open`: the open alerts of its room. Staff go to a room, not to an alert, so
 * the way, the arrival and the withdrawal also apply to the other alerts of the room with the same or a lower priority.
 * A resolution says what happened, so it applies to one alert.
 */
export function answerAlert(
  alert: Alert,
  open: readonly Alert[],
  action: AlertAction,
  by: AlertUser,
  now: number,
): readonly [AlertTransition, ...AlertTransition[]] | 'unchanged' | 'refused' {
  const result = applyAction(alert, action, by, now);
  if (typeof result === 'string') return result;
  const covered = action.kind === 'resolve' ? [] : open.filter((other) => isCovered(other, alert));
  const others = covered.map((other) => applyAction(other, action, by, now));
  return [result, ...others.filter((other) => typeof other !== 'string')];
}

/** A drill never stands for a real alert. Nobody who goes to a resident repairs the camera. */
function isCovered(other: Alert, { uuid, priority, isTest }: Alert): boolean {
  if (other.uuid === uuid || other.isTest !== isTest || other.priority === 'technical') return false;
  return alertPriorities.indexOf(other.priority) >= alertPriorities.indexOf(priority);
}

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
  return changeAlert(alert, 'acknowledged', now, {
    state: 'acknowledged',
    by,
    dueAt: now + limitOf(alert, acknowledgedLimitMs),
  });
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
  return changeAlert(alert, 'attended', now, { state: 'attended', by, dueAt: now + limitOf(alert, attendedLimitMs) });
}

function resolve(
  alert: Alert,
  { resolution, note, attended }: Extract<AlertAction, { kind: 'resolve' }>,
  by: AlertUser,
  now: number,
): ActionResult {
  if (alert.state === 'resolved' && isBy(alert, by) && alert.resolution === resolution) return 'unchanged';
  if (alert.state === 'resolved' || alert.state === 'waiting') return 'refused';
  const outcome = { resolution, note, attended: alert.state === 'attended' || (attended ?? null) };
  return changeAlert(alert, 'resolved', now, { state: 'resolved', by, dueAt: null, ...outcome });
}

function limitOf({ priority }: Alert, limitMs: number): number {
  return priority === 'technical' ? technicalLimitMs : limitMs;
}

function isBy({ by }: Alert, { subject }: AlertUser): boolean {
  return by.kind === 'user' && by.subject === subject;
}

/** Whether a user may end the alert so. `attended`: whether somebody was in the room, as the user says. */
export function isResolutionOf(
  { isTest, isFault, priority, state }: Alert,
  resolution: AlertResolution,
  attended = false,
) {
  if (isFault || resolution === 'repaired') return isFault && resolution === 'repaired';
  // Figures leave tests out, so a real alert never ends as one.
  if (resolution === 'test') return isTest;
  if (resolution !== 'sensor-faulty') return true;
  // A sensor is faulty only if somebody has looked, because nobody is told of its next fall.
  return !isTest && priority !== 'technical' && (attended || state === 'attended');
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

/**
 * Opens an alert for a drill, whatever the room reports. Only a user resolves it. Undefined: one of this status is open already. A drill never
 * stands for a real alert of the same status, and a real one never joins it.
 */
export function openDrill(
  open: readonly Alert[],
  by: AlertActor,
  drill: Pick<Alert, 'uuid' | 'streamUUID' | 'status'>,
  rules: AlertRules,
  now: number,
): AlertTransition | undefined {
  if (open.some(({ status, isTest }) => isTest && status === drill.status)) return undefined;
  const { priority = 'medium' } = alertRuleOf(drill.status, rules) ?? {};
  const alert = newAlert({ ...drill, priority, latches: true, startedAt: now, raisedAt: now, now });
  return { alert: { ...alert, isTest: true, by }, event: 'opened' };
}

/** A room is set INACTIVE by mistake for at most this long. Later nobody knows what became of its alerts. */
export const reopenLimitMs = 3_600_000;

/**
 * Opens an alert again that ended because its room was set INACTIVE. `before`: the alert as it was then. Undefined: the
 * room reports another status by now. `status`: what it reports.
 */
export function reopenAlert(before: Alert, status: number, now: number): AlertTransition | undefined {
  if (!before.latches && hasStatusEnded(before.status, status)) return undefined;
  if (before.state === 'waiting') return changeAlert(before, 'room-active', now, before);
  const raisedAgainCount = before.raisedAgainCount + 1;
  return changeAlert(before, 'room-active', now, {
    state: 'raised',
    by: { kind: 'server' },
    dueAt: null,
    raisedAgainCount,
  });
}

export type UnmonitoredReason = Extract<AlertEvent, 'room-inactive' | 'room-removed'>;

/**
 * Ends the alerts of a room that is no longer monitored, because no report will end them. An alert that only a user
 * resolves stays while the room exists: somebody may lie on the floor. The fault of a sensor does not.
 */
export function endUnmonitored(
  open: readonly Alert[],
  reason: UnmonitoredReason,
  now: number,
): readonly AlertTransition[] {
  const ended = { state: 'resolved', by: { kind: 'server' }, dueAt: null } as const;
  return open
    .filter(({ latches, isFault, state }) => reason === 'room-removed' || !latches || isFault || state === 'waiting')
    .map((alert) => changeAlert(alert, reason, now, ended));
}
