/** What an ingested message of a room does to the room's alerts. */
import type { IngestResult, ReportLogEntry } from '../ingest/report-log.ts';
import { lateAfterMs } from '../ingest/report-rules.ts';
import { type Alert, type AlertTransition, changeAlert, isAlertOpen } from './alert.ts';
import {
  type AlertContext,
  type AlertOutcome,
  applyMessageToHold,
  areStaffInRoom,
  staffMovementOf,
} from './alert-hold.ts';
import { type Notification, applyNotification } from './alert-notification.ts';
import { alertRuleOf } from './alert-rules.ts';
import { hasStatusEnded, isContinuing, isTechnicalStatus } from './continuing-status.ts';
import { attendByDevice, endByDevice, raiseByDevice } from './device-transitions.ts';

/** The parts of `IngestResult` that matter to alerts. */
interface IngestedMessage extends Pick<IngestResult, 'log' | 'repeated'> {
  readonly state: Pick<IngestResult['state'], 'roomStatus' | 'statusBeforeOffline'>;
}

/**
 * Returns the transitions that one message causes: alerts that it ends, attends, opens or raises again. `open`: the open
 * alerts of the room. A notification of a status whose alert is open already joins that alert.
 */
export function applyMessageToAlerts(
  open: readonly Alert[],
  ingested: IngestedMessage,
  context: AlertContext,
): AlertOutcome {
  const { state, log } = ingested;
  const newest = log.findLast(({ effect }) => effect === 'applied' || effect === 'unreachable');
  const statuses = {
    shown: state.roomStatus,
    reported: state.statusBeforeOffline ?? state.roomStatus,
    movement: newest && newMovementOf(newest, context),
  };
  const ended =
    newest === undefined
      ? endedByUnshownReport(open, log, context.now)
      : open.flatMap((alert) => afterStatus(alert, newest, statuses, context.now) ?? []);
  const changed = new Map(ended.map(({ alert }) => [alert.uuid, alert]));
  const stillOpen = open.map((alert) => changed.get(alert.uuid) ?? alert).filter(isAlertOpen);
  return notificationsOf(ingested, context).reduce(
    ({ transitions, hold }, entry) => {
      const notified = applyNotification(stillOpen, entry, { ...context, hold });
      return { transitions: [...transitions, ...notified.transitions], hold: notified.hold };
    },
    { transitions: ended, hold: applyMessageToHold(context.hold, ingested, context.now) },
  );
}

/**
 * Drops the alert that waits in case a fall goes on, if a report that does not change the card ends the fall. A late
 * fall is not on the card, so the report of its end may be late too (no newer report of its source is known, for example
 * because the device's clock is behind) or a duplicate of the status on the card.
 */
function endedByUnshownReport(
  open: readonly Alert[],
  log: IngestResult['log'],
  now: number,
): readonly AlertTransition[] {
  const end = log.findLast(({ effect, newerStatus }) => effect !== 'debouncing' && newerStatus === undefined);
  if (end === undefined) return [];
  const isOver = (alert: Alert) =>
    alert.state === 'waiting' && alert.priority === 'high' && hasEnded(alert, end.status, end.source);
  return open.filter(isOver).map((alert) => endByDevice(alert, now));
}

/** The notifications of a message, at most one for each status. */
function notificationsOf({ log, repeated }: IngestedMessage, context: AlertContext): readonly Notification[] {
  const alerting = new Map(log.filter((entry) => isAlerting(entry, context)).map((entry) => [entry.status, entry]));
  const fromValues = repeated === undefined || !context.isActive ? [] : [repeatedNotification(repeated, context.now)];
  return [...alerting.values(), ...fromValues];
}

function repeatedNotification(status: number, at: number): Notification {
  return { status, at, effect: 'duplicate', begins: false };
}

/**
 * The alert that a room needs when a pause ends: the one that its status would have opened during the pause. `at`: when
 * the status was reported.
 */
export function raiseAlertAfterPause(
  open: readonly Alert[],
  status: number,
  at: number,
  context: AlertContext,
): AlertOutcome {
  const { hold, isActive, rules } = context;
  const rule = alertRuleOf(status, rules);
  const isNew = rule !== undefined && !isContinuing(hold.continuing, status, rule.priority);
  return isActive && isNew
    ? applyNotification(open, { status, at, effect: 'applied' }, context)
    : { transitions: [], hold };
}

/**
 * Whether a report may open an alert. A late fall may open one, because somebody may still lie on the floor, and so may
 * a duplicate, because the fall goes on. A status in debounce opens an alert when it is applied. A status of high
 * priority alerts although its sender asks for no notification.
 */
function isAlerting(entry: ReportLogEntry, { isActive, rules, now }: AlertContext): boolean {
  const { effect, notification, status, by } = entry;
  const isHigh = alertRuleOf(status, rules)?.priority === 'high';
  // The watchdog's entry for a room that is online again has the earlier status of the room and is no report.
  if (!isActive || !(notification || (isHigh && by !== 'watchdog'))) return false;
  if (effect === 'applied') return true;
  if (effect === 'debouncing' || !isHigh) return false;
  return effect !== 'late' || !isKnownToBeOver(entry, now);
}

/** Whether a fall of more than ten minutes ago is over, because its source has reported another status since. */
function isKnownToBeOver({ at, status, newerStatus }: ReportLogEntry, now: number): boolean {
  return now - at > lateAfterMs && newerStatus !== undefined && hasStatusEnded(status, newerStatus);
}

/** `shown`: the status on the card. `reported`: the newest status of online devices, also in an unreachable room. */
interface Statuses {
  readonly shown: number;
  readonly reported: number;
  readonly movement: ReturnType<typeof staffMovementOf>;
}

/** A sensor repeats that staff are in the room. Only their entry answers an alert, so that it is told again in time. */
function newMovementOf(entry: ReportLogEntry, { hold, now }: AlertContext): Statuses['movement'] {
  const movement = staffMovementOf(entry);
  return movement === 'entering' && areStaffInRoom(hold, now) ? undefined : movement;
}

function afterStatus(
  alert: Alert,
  newest: ReportLogEntry,
  statuses: Statuses,
  now: number,
): AlertTransition | undefined {
  const { movement } = statuses;
  // Staff have not seen an alert that waits, so it ends with its status.
  const canEnd = !alert.latches || alert.state === 'waiting';
  if (canEnd && hasEnded(alert, statusThatEnds(alert, newest, statuses), newest.source)) return endByDevice(alert, now);
  if (movement === 'entering') return attendedByStaff(alert, now);
  return movement === 'exiting' ? leftByStaff(alert, now) : undefined;
}

/**
 * The status that may end an alert. Only a report ends a fall that waits: the status that is left when its sensor goes
 * offline, or that the card shows again afterwards, says nothing about the floor.
 */
function statusThatEnds({ status, latches }: Alert, newest: ReportLogEntry, { shown, reported }: Statuses): number {
  if (isTechnicalStatus(status)) return shown;
  if (!latches) return reported;
  return newest.by === 'watchdog' ? status : newest.status;
}

/** Whether the status of an alert is over when a source reports `newer`. */
function hasEnded({ state, status, source: own }: Alert, newer: number, source: string | undefined): boolean {
  const isOfOther = state === 'waiting' && own !== undefined && source !== undefined && source !== own;
  return !isOfOther && hasStatusEnded(status, newer);
}

function attendedByStaff(alert: Alert, now: number): AlertTransition | undefined {
  // Staff are in the room, so an alert that still waits would tell them nothing new: it ends.
  if (alert.state === 'waiting' && !alert.latches && alert.priority !== 'technical') return endByDevice(alert, now);
  const isAnswerable = alert.state === 'raised' || alert.state === 'acknowledged';
  // A sensor attends no drill and no technical alert: staff have to answer a drill on the board.
  if (!isAnswerable || alert.isTest || alert.priority === 'technical') return undefined;
  return changeAlert(alert, 'attended', now, attendByDevice(now));
}

/** Raises an alert again when staff leave without an answer, because the person in the room may have been a visitor. */
function leftByStaff(alert: Alert, now: number): AlertTransition | undefined {
  return alert.state === 'attended' && alert.by.kind === 'device' ? raiseByDevice(alert, now) : undefined;
}
