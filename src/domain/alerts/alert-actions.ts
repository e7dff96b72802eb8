/** Applies the answers of users to alerts, and raises alerts whose time has come. */
import {
  maxAcknowledgedMs,
  type Alert,
  type AlertActor,
  type AlertEvent,
  alertPriorities,
  type AlertResolution,
  type AlertTransition,
  type AlertUser,
  maxAttendedMs,
  changeAlert,
  createAlert,
  technicalTimeoutMs,
} from './alert.ts';
import { type AlertRules, alertRuleOf } from './alert-rules.ts';
import { isAheadOfServer } from '../ingest/report-time.ts';

export type AlertAction =
  | { readonly kind: 'acknowledge' | 'withdraw' | 'attend' }
  | {
      readonly kind: 'resolve';
      readonly resolution: AlertResolution;
      readonly note: string | null;
      /** Whether somebody was in the room, as the user says. Undefined: the user does not say. */
      readonly attended?: boolean | undefined;
    };

/** `unchanged`: the action was done before, so a repeated call is harmless. `refused`: the state does not allow it. */
export type AlertActionResult = AlertTransition | 'unchanged' | 'refused';

/**
 * The transitions of an answer, with that of the answered alert first. `open`: the open alerts of its room. Staff go to
 * a room, not to an alert, so acknowledging, attending and withdrawing also apply to the other alerts of the room with
 * the same or a lower priority. A resolution says what happened, so it applies to one alert.
 */
export function answerAlert(
  alert: Alert,
  open: readonly Alert[],
  action: AlertAction,
  by: AlertUser,
  now: number,
): readonly [AlertTransition, ...AlertTransition[]] | 'unchanged' | 'refused' {
  const result = applyAlertAction(alert, action, by, now);
  if (typeof result === 'string') return result;
  const covered = action.kind === 'resolve' ? [] : open.filter((other) => isCovered(other, alert));
  const others = covered.map((other) => applyAlertAction(other, action, by, now));
  return [result, ...others.filter((other) => typeof other !== 'string')];
}

/** How often each alert had been raised again when the sender of an answer saw it, by its uuid. */
export type SeenAlerts = ReadonlyMap<string, number>;

interface AnsweredAlert {
  readonly alert: Alert;
  /** The open alerts of the room of `alert`. */
  readonly open: readonly Alert[];
  readonly seen: SeenAlerts;
}

/**
 * Like `answerAlert`, but only for alerts that were not raised again since the sender saw them. NOTE: the states of the
 * alerts are not compared, because a colleague who is on the way meanwhile is no new event in the room. A withdrawal
 * needs no comparison, because it silences nothing.
 */
export function answerIfSeen({ alert, open, seen }: AnsweredAlert, action: AlertAction, by: AlertUser, now: number) {
  if (action.kind === 'withdraw') return answerAlert(alert, open, action, by, now);
  // For a sensor fault the count is that of the sensor's reports, which an answer to the fault need not know.
  const isAsSeen = ({ uuid, isFault, raisedAgainCount }: Alert) => isFault || seen.get(uuid) === raisedAgainCount;
  const answered = answerAlert(alert, open.filter(isAsSeen), action, by, now);
  return answered === 'unchanged' || isAsSeen(alert) ? answered : 'refused';
}

/**
 * Whether an answer to one alert also covers another one: of the same or a lower priority, but never a real alert with
 * a drill, and no technical alert, because staff who go to a resident do not repair the camera.
 */
function isCovered(other: Alert, { uuid, priority, isTest }: Alert): boolean {
  if (other.uuid === uuid || other.isTest !== isTest || other.priority === 'technical') return false;
  return alertPriorities.indexOf(other.priority) >= alertPriorities.indexOf(priority);
}

export function applyAlertAction(alert: Alert, action: AlertAction, by: AlertUser, now: number): AlertActionResult {
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

function acknowledge(alert: Alert, by: AlertUser, now: number): AlertActionResult {
  if (alert.state === 'acknowledged' && isCausedBy(alert, by)) return 'unchanged';
  if (alert.state !== 'raised') return 'refused';
  return changeAlert(alert, 'acknowledged', now, {
    state: 'acknowledged',
    by,
    dueAt: now + limitOf(alert, maxAcknowledgedMs),
  });
}

function withdraw(alert: Alert, by: AlertUser, now: number): AlertActionResult {
  if (alert.state === 'raised') return 'unchanged';
  const isOwn = (alert.state === 'acknowledged' || alert.state === 'attended') && isCausedBy(alert, by);
  return isOwn ? changeAlert(alert, 'withdrawn', now, { state: 'raised', by, dueAt: null }) : 'refused';
}

/** A second person in the room changes nothing. If only the sensor has seen staff enter, the first person is named. */
function attend(alert: Alert, by: AlertUser, now: number): AlertActionResult {
  if (alert.state === 'attended' && alert.by.kind === 'user') return 'unchanged';
  if (alert.state === 'waiting' || alert.state === 'resolved') return 'refused';
  return changeAlert(alert, 'attended', now, { state: 'attended', by, dueAt: now + limitOf(alert, maxAttendedMs) });
}

function resolve(
  alert: Alert,
  { resolution, note, attended }: Extract<AlertAction, { kind: 'resolve' }>,
  by: AlertUser,
  now: number,
): AlertActionResult {
  if (alert.state === 'resolved' && isCausedBy(alert, by) && alert.resolution === resolution) return 'unchanged';
  if (alert.state === 'resolved' || alert.state === 'waiting') return 'refused';
  const outcome = { resolution, note, attended: alert.state === 'attended' || (attended ?? null) };
  return changeAlert(alert, 'resolved', now, { state: 'resolved', by, dueAt: null, ...outcome });
}

function limitOf({ priority }: Alert, limitMs: number): number {
  return priority === 'technical' ? technicalTimeoutMs : limitMs;
}

function isCausedBy({ by }: Alert, { subject }: AlertUser): boolean {
  return by.kind === 'user' && by.subject === subject;
}

/** Whether a user may resolve the alert in this way. `attended`: whether somebody was in the room, as the user says. */
export function canResolveAs(
  { isTest, isFault, priority, state }: Alert,
  resolution: AlertResolution,
  attended = false,
) {
  if (isFault || resolution === 'repaired') return isFault && resolution === 'repaired';
  // Statistics leave tests out, so a real alert must not be resolved as a test.
  if (resolution === 'test') return isTest;
  if (resolution !== 'sensor-faulty') return true;
  // While a sensor is marked as faulty, its next fall alerts nobody, so somebody must have been in the room.
  return !isTest && priority !== 'technical' && (attended || state === 'attended');
}

/** Raises an alert that is due. Undefined: the alert is not due. */
export function expireAlert(alert: Alert, now: number): AlertTransition | undefined {
  const { dueAt, state, since } = alert;
  // A change in the future means that the server's clock was set back, so nobody knows how long the alert has waited.
  if (dueAt === null || (now < dueAt && !isAheadOfServer(since, now))) return undefined;
  const raised = { state: 'raised', by: { kind: 'server' }, dueAt: null } as const;
  if (state === 'waiting') return changeAlert(alert, 'raised', now, raised);
  return changeAlert(alert, 'raised-again', now, { ...raised, raisedAgainCount: alert.raisedAgainCount + 1 });
}

/**
 * Opens an alert for a drill, whatever the room reports. Only a user resolves it. Undefined: a drill of this status is
 * open already. A drill is opened although a real alert of its status is open, and reports of the room never join it.
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
  const alert = createAlert({ ...drill, priority, latches: true, startedAt: now, raisedAt: now, now });
  return { alert: { ...alert, isTest: true, by }, event: 'opened' };
}

export type UnmonitoredReason = Extract<AlertEvent, 'room-inactive' | 'room-removed'>;

/**
 * Ends the alerts of a room that is no longer monitored, because no report will end them. An alert that only a user
 * resolves stays while the room exists, because somebody may lie on the floor. A sensor fault ends too.
 */
export function endUnmonitoredAlerts(
  open: readonly Alert[],
  reason: UnmonitoredReason,
  now: number,
): readonly AlertTransition[] {
  const ended = { state: 'resolved', by: { kind: 'server' }, dueAt: null } as const;
  return open
    .filter(({ latches, isFault, state }) => reason === 'room-removed' || !latches || isFault || state === 'waiting')
    .map((alert) => changeAlert(alert, reason, now, ended));
}
