/** The alerts of one stream while a transaction changes them. */
import { randomUUID } from 'node:crypto';
import {
  type Alert,
  type AlertActor,
  type AlertTransition,
  type AlertUser,
  isAlertOpen,
  applyTransitions,
} from '../../../domain/alerts/alert.ts';
import { followUpAnswer } from '../../../domain/alerts/follow-up-answer.ts';
import type { LocalClock } from '../../../domain/local-time/local-clock.ts';
import type { AlertRules } from '../../../domain/alerts/alert-rules.ts';
import { expireAlert, openDrill } from '../../../domain/alerts/alert-actions.ts';
import {
  type AlertContext,
  type AlertHold,
  dueTimeOf,
  isPauseActive,
  createPauseEvent,
  createPauseEndEvent,
  type PauseEvent,
  startPause,
} from '../../../domain/alerts/alert-hold.ts';
import { raiseAlertAfterPause, applyMessageToAlerts } from '../../../domain/alerts/alert-reports.ts';
import type { IngestResult } from '../../../domain/ingest/report-log.ts';
import type { IngestState } from '../../../domain/ingest/ingest-state.ts';
import type { IncomingItem } from '../../../domain/ingest/incoming.ts';
import type { StreamRow } from '../../database/report-store.ts';

export interface AlertChange {
  readonly transitions: readonly AlertTransition[];
  readonly hold: AlertHold;
  /** Set when a pause begins, gets another end, or ends. */
  readonly pauseEvent?: PauseEvent;
}

interface StreamAlerts {
  readonly row: Pick<StreamRow, 'uuid' | 'status'>;
  readonly alertRules: AlertRules;
  /** The clock of the location. */
  readonly clock: LocalClock;
  readonly alerts: readonly Alert[];
  readonly hold: AlertHold;
}

/** Returns what a message, or the end of a time, changes in the alerts of a stream. `receivedAt`: epoch milliseconds. */
export function changeAlertsByMessage(
  stream: StreamAlerts,
  incoming: IncomingItem,
  ingested: IngestResult,
  receivedAt: number,
): AlertChange {
  if (incoming.kind === 'alert-expiry') return expire(stream, ingested, receivedAt);
  if (ingested.log.length === 0 && ingested.repeated === undefined) return { transitions: [], hold: stream.hold };
  return applyMessageToAlerts(stream.alerts, ingested, contextOf(stream, stream.hold, receivedAt));
}

function expire(stream: StreamAlerts, { state }: IngestResult, now: number): AlertChange {
  const { pause } = stream.hold;
  const isPauseOver = pause !== null && !isPauseActive(pause, now);
  // A pause that is over ends first: an alert that its end raises, or raises again, must not be raised a second time.
  const ended = isPauseOver ? endPause(stream, state, { kind: 'server' }, now) : { transitions: [], hold: stream.hold };
  const open = applyTransitions(stream.alerts, ended.transitions);
  const due = open.filter((alert) => dueTimeOf(alert, ended.hold) === alert.dueAt);
  return { ...ended, transitions: [...ended.transitions, ...due.flatMap((alert) => expireAlert(alert, now) ?? [])] };
}

/** Returns what an answer changes. The present status of a sensor that staff call repaired opens an alert. */
export function changeAlertsByAnswer(
  stream: StreamAlerts & { readonly state: IngestState },
  answered: readonly [AlertTransition, ...AlertTransition[]],
  now: number,
): AlertChange {
  const change = followUpAnswer(answered, stream.hold, now, randomUUID);
  const [{ alert }] = answered;
  if (!alert.isFault || isAlertOpen(alert)) return change;
  const { roomStatus, statusBeforeOffline, reportedAt } = stream.state;
  const open = applyTransitions(stream.alerts, change.transitions);
  const context = contextOf(stream, change.hold, now);
  const after = raiseAlertAfterPause(open, statusBeforeOffline ?? roomStatus, reportedAt ?? now, context);
  return { transitions: [...change.transitions, ...after.transitions], hold: after.hold };
}

/** Begins a pause of the room, or gives the pause a new end. */
export function beginPause(before: AlertHold, minutes: number, by: AlertUser, now: number): AlertChange {
  const hold = startPause(before, minutes, by, now);
  return { transitions: [], hold, pauseEvent: createPauseEvent(hold.pause) };
}

/** Ends the pause of the room. A status that would have opened an alert during the pause opens it now. */
export function endPause(stream: StreamAlerts, state: IngestState, by: AlertActor, now: number): AlertChange {
  const hold = { ...stream.hold, pause: null };
  const status = state.statusBeforeOffline ?? state.roomStatus;
  const after = raiseAlertAfterPause(stream.alerts, status, state.reportedAt ?? now, contextOf(stream, hold, now));
  return { ...after, pauseEvent: createPauseEndEvent(by, now) };
}

/** Opens an alert for a drill. Changes nothing if an alert of this status is open already. */
export function startDrill(
  { row, alertRules, alerts, hold }: StreamAlerts,
  status: number,
  by: AlertActor,
  now: number,
): AlertChange {
  const drill = { uuid: randomUUID(), streamUUID: row.uuid, status };
  const opened = openDrill(alerts, by, drill, alertRules, now);
  return { transitions: opened === undefined ? [] : [opened], hold };
}

function contextOf(stream: StreamAlerts, hold: AlertHold, now: number): AlertContext {
  const { row, alertRules } = stream;
  return {
    streamUUID: row.uuid,
    isActive: row.status === 'ACTIVE',
    rules: alertRules,
    hold,
    now,
    createUuid: randomUUID,
    // The time zone is read only if a rule has hours.
    clock: (at) => stream.clock(at),
  };
}
