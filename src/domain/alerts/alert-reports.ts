/** What an ingested message of a room does to the room's alerts. */
import type { Ingested, LogEntry } from '../ingest/ingest.ts';
import { lateAfterMs } from '../ingest/report-rules.ts';
import { statusOfCode } from '../room-status.ts';
import { type Alert, type AlertActor, type AlertTransition, attendedLimitMs, changeAlert, isOpen } from './alert.ts';
import { type AlertHold, isHeldBack, staffMovementOf } from './alert-hold.ts';
import { type AlertRule, alertRuleOf, type AlertRules, raiseTimeOf } from './alert-rules.ts';

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

/**
 * Returns the transitions that one message causes: alerts that it ends, attends or opens. `open`: the open alerts of
 * the room. A notification of a status whose alert is open already joins that alert and changes nothing.
 */
export function alertsAfterMessage(
  open: readonly Alert[],
  { state, log }: IngestedMessage,
  context: AlertContext,
): readonly AlertTransition[] {
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
  return [...ended, ...[...alerting.values()].flatMap((entry) => openAlert(stillOpen, entry, context) ?? [])];
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
): AlertTransition | undefined {
  return context.isActive ? openAlert(open, { status, at }, context) : undefined;
}

/**
 * A late report does not change the card, but somebody may still lie on the floor. A status in debounce opens an alert
 * when it is applied.
 */
function isAlerting({ effect, notification, status, at }: LogEntry, { isActive, rules, now }: AlertContext): boolean {
  if (!notification || !isActive) return false;
  if (effect === 'applied') return true;
  const isHigh = alertRuleOf(status, rules)?.priority === 'high';
  return isHigh && (effect === 'unreachable' || (effect === 'late' && now - at <= lateAfterMs));
}

function openAlert(
  open: readonly Alert[],
  { status, at }: Pick<LogEntry, 'status' | 'at'>,
  context: AlertContext,
): AlertTransition | undefined {
  const { rules, hold, now, minuteOfDay } = context;
  const rule = alertRuleOf(status, rules);
  if (rule === undefined || isAlerted(open, status, false)) return undefined;
  if (isHeldBack(hold, status, rule.priority, now)) return undefined;
  const startedAt = Math.min(at, now);
  const raisedAt = raiseTimeOf(rule, startedAt, minuteOfDay);
  return raisedAt === undefined
    ? undefined
    : { alert: newAlert(status, startedAt, rule, raisedAt, context), event: 'opened' };
}

/**
 * Opens an alert for a drill, whatever the room reports. Undefined: one of this status is open already. A drill never
 * stands for a real alert of the same status, and a real one never joins it.
 */
export function openDrill(
  open: readonly Alert[],
  status: number,
  by: AlertActor,
  context: Omit<AlertContext, 'isActive' | 'hold' | 'minuteOfDay'>,
): AlertTransition | undefined {
  if (isAlerted(open, status, true)) return undefined;
  const rule = alertRuleOf(status, context.rules) ?? drillRule;
  const alert = newAlert(status, context.now, rule, context.now, context);
  return { alert: { ...alert, isTest: true, by }, event: 'opened' };
}

const drillRule: AlertRule = { priority: 'medium', latches: false, afterMs: 0, between: null };

function isAlerted(open: readonly Alert[], status: number, isTest: boolean): boolean {
  return open.some((alert) => alert.status === status && alert.isTest === isTest);
}

function newAlert(
  status: number,
  startedAt: number,
  { priority, latches }: AlertRule,
  raisedAt: number,
  { streamUUID, now, createUuid }: Pick<AlertContext, 'streamUUID' | 'now' | 'createUuid'>,
): Alert {
  const isWaiting = raisedAt > now;
  return {
    uuid: createUuid(),
    streamUUID,
    status,
    priority,
    latches,
    isTest: false,
    startedAt,
    state: isWaiting ? 'waiting' : 'raised',
    by: device,
    since: now,
    raisedAgainCount: 0,
    dueAt: isWaiting ? raisedAt : null,
    resolution: null,
    note: null,
  };
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
  const status = alert.priority === 'technical' ? shown : reported;
  if (!alert.latches && hasStatusEnded(alert, status)) return endedByDevice(alert, now);
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

/** Staff in the room say nothing about the resident, and neither does a room that is not monitored. */
function hasStatusEnded(alert: Alert, status: number): boolean {
  if (status === alert.status) return false;
  const { name, priority } = statusOfCode(status);
  const isStaff = name === 'staff_entering_room' || name === 'staff_exiting_room';
  return alert.priority === 'technical' || (priority !== 'technical' && !isStaff);
}

const device = { kind: 'device' } as const;
