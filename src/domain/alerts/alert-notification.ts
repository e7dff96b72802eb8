/** What a notification does to the alerts of its room: it opens one, joins one, or raises an answered one again. */
import type { LogEntry } from '../ingest/ingest.ts';
import { type Alert, type AlertPriority, type AlertTransition, changeAlert, newAlert } from './alert.ts';
import type { AlertContext, AlertOutcome } from './alert-context.ts';
import { type AlertHold, areStaffInRoom, holdAfterNotification, isHeldBack, isPaused } from './alert-hold.ts';
import { type AlertRule, alertRuleOf, raiseTimeOf } from './alert-rules.ts';
import { answeredUntil, isContinuing, isSameEvent } from './continuing-status.ts';
import { countAtFault, faultOf } from './sensor-fault.ts';
import { attendedByDevice, endedByDevice, raisedByDevice } from './device-transitions.ts';

export type Notification = Pick<LogEntry, 'status' | 'at' | 'effect' | 'begins'>;

export function notify(open: readonly Alert[], reported: Notification, context: AlertContext): AlertOutcome {
  const { hold, now } = context;
  const { status, effect } = reported;
  const rule = alertRuleOf(status, context.rules);
  if (rule === undefined) return { transitions: [], hold };
  const begins = rule.priority === 'high' ? isNewFall(reported) : undefined;
  const notification = { ...reported, begins };
  const fault = faultOf(open, status);
  if (fault !== undefined) {
    const isNew = beginsAfter(fault, notification, hold);
    return { transitions: isNew ? [countAtFault(fault, now)] : [], hold: holdAfterNotification(hold, status, begins) };
  }
  if (isHeldBack(hold, status, rule.priority, now)) return { transitions: [], hold };
  const joined = findJoined(open, status, rule.priority);
  return {
    transitions:
      joined === undefined ? openAlert(notification, rule, context) : join(joined, notification, rule, context),
    // Another status of the resident has followed a late report.
    hold: effect === 'late' ? hold : holdAfterNotification(hold, status, begins),
  };
}

/**
 * Whether an answer that was given before does not count. One getting-up has several beginnings, so only high priority
 * asks. Nobody knows whether a late report is about a fall that was answered, so it counts as a new one.
 */
function isNewFall({ effect, begins }: Notification): boolean | undefined {
  return effect === 'late' ? true : begins;
}

/** The open alert that a notification belongs to. The steps of one getting-up have one alert. */
function findJoined(open: readonly Alert[], status: number, priority: AlertPriority): Alert | undefined {
  const real = open.filter(({ isTest }) => !isTest);
  return (
    real.find((alert) => alert.status === status) ??
    real.find((alert) => alert.priority === priority && isSameEvent(alert.status, status))
  );
}

/** A status that goes on after its alert was resolved waits, so that a second fall without a sign is not lost. */
function openAlert(
  { status, at, begins }: Notification,
  rule: AlertRule,
  context: AlertContext,
): readonly AlertTransition[] {
  const { hold, now, minuteOfDay } = context;
  const startedAt = Math.min(at, now);
  const raisedAt = raiseTimeOf(rule, startedAt, minuteOfDay);
  if (raisedAt === undefined) return [];
  const answered = begins === true ? null : answeredUntil(hold.continuing, status, rule.priority, now);
  const heldUntil = answered ?? raisedAt;
  const { priority, latches } = rule;
  const { streamUUID, createUuid } = context;
  const fields = { uuid: createUuid(), streamUUID, status, priority, latches, startedAt, now };
  const alert = newAlert({ ...fields, raisedAt: Math.max(raisedAt, heldUntil) });
  return [{ alert: isQuiet(alert, hold, now) ? { ...alert, ...attendedByDevice(now) } : alert, event: 'opened' }];
}

/** Staff whom the sensor sees in a paused room see the fall. Their boards show it and are silent. */
function isQuiet({ state, priority }: Alert, hold: AlertHold, now: number): boolean {
  return state === 'raised' && priority === 'high' && isPaused(hold, now) && areStaffInRoom(hold, now);
}

function join(
  alert: Alert,
  notification: Notification,
  rule: AlertRule,
  context: AlertContext,
): readonly AlertTransition[] {
  const { now } = context;
  if (alert.state !== 'waiting') return raiseAgain(alert, notification, context);
  // A status that begins again is not held back by an answer, and the next step of getting up may have an earlier rule.
  if (alert.status === notification.status && notification.begins !== true) return [];
  const [earlier] = openAlert(notification, rule, context);
  const dueAt = earlier?.alert.dueAt ?? now;
  return earlier === undefined || alert.dueAt === null || alert.dueAt <= dueAt
    ? []
    : [endedByDevice(alert, now), earlier];
}

/**
 * A status that begins again. Nobody who has answered its alert, or whose answer is on its way, can know of it. Staff
 * whom the sensor sees know of it; if they leave without an answer, the alert is raised.
 */
function raiseAgain(alert: Alert, notification: Notification, { hold, now }: AlertContext): readonly AlertTransition[] {
  if (!beginsAfter(alert, notification, hold)) return [];
  if (alert.state === 'raised' || !areStaffInRoom(hold, now)) return [raisedByDevice(alert, now)];
  const raisedAgainCount = alert.raisedAgainCount + 1;
  const quiet = attendedByDevice(now);
  // More falls do not make it silent for longer.
  const dueAt = alert.by.kind === 'device' ? alert.dueAt : quiet.dueAt;
  return [changeAlert(alert, 'attended', now, { ...quiet, dueAt, raisedAgainCount })];
}

/** Whether the notification is about a status that began after the alert got its state. */
function beginsAfter(alert: Alert, { status, at, effect, begins }: Notification, { continuing }: AlertHold): boolean {
  if (effect === 'late') return at > alert.since;
  return begins ?? (effect !== 'duplicate' && !isContinuing(continuing, status, alert.priority));
}
