/** What a notification does to the alerts of its room: it opens one, joins one, or raises an answered one again. */
import type { ReportLogEntry } from '../ingest/report-log.ts';
import { type Alert, type AlertPriority, type AlertTransition, changeAlert, createAlert } from './alert.ts';
import {
  type AlertContext,
  type AlertHold,
  type AlertOutcome,
  areStaffInRoom,
  applyNotificationToHold,
  isHeldBack,
  isPaused,
} from './alert-hold.ts';
import { type AlertRule, alertRuleOf, raiseTimeOf } from './alert-rules.ts';
import { answerExpiryTimeOf, isContinuing, isSameEvent } from './continuing-status.ts';
import { attendByDevice, countAtSensorFault, endByDevice, sensorFaultOf, raiseByDevice } from './device-transitions.ts';

export type Notification = Pick<ReportLogEntry, 'status' | 'at' | 'effect' | 'newerStatus' | 'begins' | 'source'>;

export function applyNotification(open: readonly Alert[], reported: Notification, context: AlertContext): AlertOutcome {
  const { hold, now } = context;
  const { status, newerStatus } = reported;
  const rule = alertRuleOf(status, context.rules);
  if (rule === undefined) return { transitions: [], hold };
  const begins = rule.priority === 'high' ? isNewFall(reported, hold) : undefined;
  const notification = { ...reported, begins };
  const fault = sensorFaultOf(open, status);
  if (fault !== undefined) {
    const isNew = beginsAfter(fault, notification, hold);
    return {
      transitions: isNew ? [countAtSensorFault(fault, now)] : [],
      hold: applyNotificationToHold(hold, status, begins),
    };
  }
  if (isHeldBack(hold, status, rule.priority, now)) return { transitions: [], hold };
  const joined = findJoined(open, status, rule.priority);
  return {
    transitions:
      joined === undefined ? openAlert(notification, rule, context) : join(joined, notification, rule, context),
    // The status of a late report does not go on if its source has reported a newer status.
    hold: newerStatus === undefined ? applyNotificationToHold(hold, status, begins) : hold,
  };
}

/**
 * Whether the report is about another fall than the one that staff have answered. A late report may be about either
 * fall, so it counts as a new one. Getting up is not checked, because one event of getting up has several beginnings.
 */
function isNewFall({ status, effect, begins }: Notification, { continuing }: AlertHold): boolean {
  return effect === 'late' || (begins ?? !isContinuing(continuing, status, 'high'));
}

/** The open alert that a notification belongs to. All steps of one getting-up share one alert. */
function findJoined(open: readonly Alert[], status: number, priority: AlertPriority): Alert | undefined {
  const real = open.filter(({ isTest }) => !isTest);
  return (
    real.find((alert) => alert.status === status) ??
    real.find((alert) => alert.priority === priority && isSameEvent(alert.status, status))
  );
}

/**
 * Opens an alert for a status. If the status goes on after staff resolved its alert, the new alert waits, because some
 * devices report a second fall without another status in between.
 */
function openAlert(
  { status, at, effect, begins, source }: Notification,
  rule: AlertRule,
  context: AlertContext,
): readonly AlertTransition[] {
  const { hold, now, clock } = context;
  const startedAt = Math.min(at, now);
  // The clock of a device whose fall is late may be wrong, so the time of day of the receipt counts too.
  const raisedAt =
    raiseTimeOf(rule, startedAt, clock) ?? (effect === 'late' ? raiseTimeOf(rule, now, clock) : undefined);
  if (raisedAt === undefined) return [];
  const answered = begins === true ? null : answerExpiryTimeOf(hold.continuing, status, rule.priority, now);
  const heldUntil = answered ?? raisedAt;
  const { priority, latches } = rule;
  const { streamUUID, createUuid } = context;
  const isUntoldFall = priority === 'high' && answered === null;
  const untold = isUntoldFall && raisedAt > now ? { source } : {};
  const fields = { uuid: createUuid(), streamUUID, status, priority, latches, startedAt, now, ...untold };
  const alert = createAlert({ ...fields, raisedAt: Math.max(raisedAt, heldUntil) });
  return [{ alert: isQuiet(alert, hold, now) ? { ...alert, ...attendByDevice(now) } : alert, event: 'opened' }];
}

/** Whether an alert is silent: in a paused room, staff whom the sensor sees there see the fall themselves. */
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
  // Only a status that begins again, or the next step of getting up, can raise the waiting alert earlier.
  if (alert.status === notification.status && notification.begins !== true) return [];
  const [replacement] = openAlert(notification, rule, context);
  const dueAt = replacement?.alert.dueAt ?? -Infinity;
  // An alert that is raised now always replaces one that waits: the waiting one may be due by the clock of this server,
  // but another server has set its time.
  return replacement === undefined || alert.dueAt === null || alert.dueAt <= dueAt
    ? []
    : [endByDevice(alert, now), replacement];
}

/**
 * Raises an alert again if its status began again: whoever has answered, or is answering now, does not know of the
 * second event. While the sensor sees staff in the room, an answered alert is attended instead, until staff leave.
 */
function raiseAgain(alert: Alert, notification: Notification, { hold, now }: AlertContext): readonly AlertTransition[] {
  if (!beginsAfter(alert, notification, hold)) return [];
  if (alert.state === 'raised' || !areStaffInRoom(hold, now)) return [raiseByDevice(alert, now)];
  const raisedAgainCount = alert.raisedAgainCount + 1;
  const quiet = attendByDevice(now);
  // A further fall does not extend the time for which the alert is silent.
  const dueAt = alert.by.kind === 'device' ? alert.dueAt : quiet.dueAt;
  return [changeAlert(alert, 'attended', now, { ...quiet, dueAt, raisedAgainCount })];
}

/** Whether the notification is about a status that began after the alert got its state. */
function beginsAfter(alert: Alert, notification: Notification, { continuing }: AlertHold): boolean {
  const { status, at, effect, newerStatus, begins } = notification;
  const isKnown = isContinuing(continuing, status, alert.priority);
  // The time of a late report may be wrong, so the order in which its sensor sent its reports counts too.
  if (effect === 'late') return at > alert.since || (newerStatus === undefined && !isKnown);
  return begins ?? (effect !== 'duplicate' && !isKnown);
}
