/** What an ingested message of a room does to the room's alerts. */
import type { Ingested, LogEntry } from '../ingest/ingest.ts';
import { lateAfterMs } from '../ingest/report-rules.ts';
import { type Alert, type AlertTransition, attendedLimitMs, changeAlert, device, isOpen, newAlert } from './alert.ts';
import {
  type AlertHold,
  areStaffInRoom,
  holdAfterMessage,
  holdAfterNotification,
  isHeldBack,
  staffMovementOf,
} from './alert-hold.ts';
import { type AlertRule, alertRuleOf, type AlertRules, raiseTimeOf } from './alert-rules.ts';
import { answeredUntil, hasStatusEnded, isContinuing, isTechnicalStatus } from './continuing-status.ts';

export interface AlertContext {
  readonly streamUUID: string;
  /** An inactive room is not monitored, so its reports open no alert. */
  readonly isActive: boolean;
  readonly rules: AlertRules;
  readonly hold: AlertHold;
  /** The time of receipt. Epoch milliseconds. */
  readonly now: number;
  readonly createUuid: () => string;
  /** The minute of the day of an instant, in the time zone of the home. */
  readonly minuteOfDay: (epochMs: number) => number;
}

/** The parts of `Ingested` that matter to alerts. */
interface IngestedMessage extends Pick<Ingested, 'log'> {
  readonly state: Pick<Ingested['state'], 'roomStatus' | 'statusBeforeOffline'>;
}

export interface AlertOutcome {
  readonly transitions: readonly AlertTransition[];
  readonly hold: AlertHold;
}

/**
 * Returns the transitions that one message causes: alerts that it ends, attends, opens or raises again. `open`: the open
 * alerts of the room. A notification of a status whose alert is open already joins that alert.
 */
export function alertsAfterMessage(
  open: readonly Alert[],
  ingested: IngestedMessage,
  context: AlertContext,
): AlertOutcome {
  const { state, log } = ingested;
  const newest = log.findLast(({ effect }) => effect === 'applied' || effect === 'unreachable');
  const statuses = {
    shown: state.roomStatus,
    reported: state.statusBeforeOffline ?? state.roomStatus,
    hasStaffEntered: newest !== undefined && staffMovementOf(newest) === 'entering',
  };
  const ended = newest === undefined ? [] : open.flatMap((alert) => afterStatus(alert, statuses, context.now) ?? []);
  const changed = new Map(ended.map(({ alert }) => [alert.uuid, alert]));
  const stillOpen = open.map((alert) => changed.get(alert.uuid) ?? alert).filter(isOpen);
  const alerting = new Map(log.filter((entry) => isAlerting(entry, context)).map((entry) => [entry.status, entry]));
  return [...alerting.values()].reduce(
    ({ transitions, hold }, entry) => {
      const notified = notify(stillOpen, entry, { ...context, hold });
      return { transitions: [...transitions, ...notified.transitions], hold: notified.hold };
    },
    { transitions: ended, hold: holdAfterMessage(context.hold, ingested, context.now) },
  );
}

/**
 * The alert that a room needs when a pause ends: what its status would have opened during the pause. `at`: when the
 * status was reported.
 */
export function alertAfterPause(
  open: readonly Alert[],
  status: number,
  at: number,
  context: AlertContext,
): AlertOutcome {
  return context.isActive
    ? notify(open, { status, at, effect: 'applied' }, context)
    : { transitions: [], hold: context.hold };
}

/**
 * A late report does not change the card, but somebody may still lie on the floor. A status in debounce opens an alert
 * when it is applied. A status of high priority alerts although its sender asks for no notification.
 */
function isAlerting(entry: LogEntry, { isActive, rules, now }: AlertContext): boolean {
  const { effect, notification, status, by } = entry;
  const isHigh = alertRuleOf(status, rules)?.priority === 'high';
  // A room that is online again shows its earlier status without a report.
  if (!isActive || !(notification || (isHigh && by !== 'watchdog'))) return false;
  if (effect === 'applied') return true;
  return isHigh && (effect === 'unreachable' || (effect === 'late' && !isKnownToBeOver(entry, now)));
}

/** A fall of more than ten minutes ago that its own source has reported to be over since. */
function isKnownToBeOver({ at, status, newerStatus }: LogEntry, now: number): boolean {
  return now - at > lateAfterMs && newerStatus !== undefined && hasStatusEnded(status, newerStatus);
}

type Notification = Pick<LogEntry, 'status' | 'at' | 'effect'>;

function notify(open: readonly Alert[], notification: Notification, context: AlertContext): AlertOutcome {
  const { hold, now } = context;
  const { status, effect } = notification;
  const rule = alertRuleOf(status, context.rules);
  if (rule === undefined || isHeldBack(hold, status, rule.priority, now)) return { transitions: [], hold };
  const joined = open.find((alert) => alert.status === status && !alert.isTest);
  const transition =
    joined === undefined ? openAlert(notification, rule, context) : raiseAgain(joined, notification, context);
  return {
    transitions: transition === undefined ? [] : [transition],
    // Another status of the resident has followed a late report.
    hold: effect === 'late' ? hold : holdAfterNotification(hold, status),
  };
}

/** A status that goes on after its alert was resolved waits, so that a second fall without a sign is not lost. */
function openAlert({ status, at }: Notification, rule: AlertRule, context: AlertContext): AlertTransition | undefined {
  const { hold, now, minuteOfDay } = context;
  const startedAt = Math.min(at, now);
  const raisedAt = raiseTimeOf(rule, startedAt, minuteOfDay);
  if (raisedAt === undefined) return undefined;
  const heldUntil = answeredUntil(hold.continuing, status, rule.priority, now) ?? raisedAt;
  const { priority, latches } = rule;
  const { streamUUID, createUuid } = context;
  const alert = { uuid: createUuid(), streamUUID, status, priority, latches, startedAt, now };
  return { alert: newAlert({ ...alert, raisedAt: Math.max(raisedAt, heldUntil) }), event: 'opened' };
}

/** A second fall while somebody has said to be in the room, and may have left. Staff whom the sensor sees know of it. */
function raiseAgain(
  alert: Alert,
  { status, effect }: Notification,
  { hold, now }: AlertContext,
): AlertTransition | undefined {
  if (alert.state !== 'attended' || effect === 'late' || isContinuing(hold.continuing, status)) return undefined;
  if (areStaffInRoom(hold, now)) return undefined;
  const { raisedAgainCount } = alert;
  const raised = { state: 'raised', by: device, dueAt: null, raisedAgainCount: raisedAgainCount + 1 } as const;
  return changeAlert(alert, 'raised-again', now, raised);
}

/** `shown`: the status on the card. `reported`: the newest status of the online devices, if the room is unreachable. */
interface Statuses {
  readonly shown: number;
  readonly reported: number;
  readonly hasStaffEntered: boolean;
}

function afterStatus(
  alert: Alert,
  { shown, reported, hasStaffEntered }: Statuses,
  now: number,
): AlertTransition | undefined {
  const status = isTechnicalStatus(alert.status) ? shown : reported;
  // Staff have not seen an alert that waits, so it ends with its status.
  const canEnd = !alert.latches || alert.state === 'waiting';
  if (canEnd && hasStatusEnded(alert.status, status)) return endedByDevice(alert, now);
  return hasStaffEntered ? attendedByStaff(alert, now) : undefined;
}

function endedByDevice(alert: Alert, now: number): AlertTransition {
  const ended = { state: 'resolved', by: device, dueAt: null } as const;
  return alert.state === 'waiting'
    ? changeAlert(alert, 'dropped', now, ended)
    : changeAlert(alert, 'resolved', now, { ...ended, resolution: 'resolved-itself' });
}

function attendedByStaff(alert: Alert, now: number): AlertTransition | undefined {
  // Staff see for themselves what the alert would say later.
  if (alert.state === 'waiting' && !alert.latches && alert.priority !== 'technical') return endedByDevice(alert, now);
  const isAnswerable = alert.state === 'raised' || alert.state === 'acknowledged';
  if (!isAnswerable || alert.priority === 'technical') return undefined;
  return changeAlert(alert, 'attended', now, { state: 'attended', by: device, dueAt: now + attendedLimitMs });
}
