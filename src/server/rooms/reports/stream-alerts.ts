/** The alerts of one stream while a transaction changes them. */
import { randomUUID } from 'node:crypto';
import { alertRulesOfStream } from '../../../contract/ingest-rules.ts';
import type { Alert, AlertActor, AlertTransition } from '../../../domain/alerts/alert.ts';
import { expireAlert } from '../../../domain/alerts/alert-actions.ts';
import { type AlertHold, holdAfterMessage, isActive } from '../../../domain/alerts/alert-hold.ts';
import {
  alertAfterPause,
  type AlertContext,
  alertsAfterMessage,
  openDrill,
} from '../../../domain/alerts/alert-reports.ts';
import type { Ingested } from '../../../domain/ingest/ingest.ts';
import type { IngestState } from '../../../domain/ingest/ingest-state.ts';
import type { Incoming } from '../../../domain/ingest/incoming.ts';
import type { StreamRow } from '../../database/report-store.ts';

export interface AlertChange {
  readonly transitions: readonly AlertTransition[];
  readonly hold: AlertHold;
}

interface StreamAlerts {
  readonly row: Pick<StreamRow, 'uuid' | 'status' | 'rules'>;
  readonly alerts: readonly Alert[];
  readonly hold: AlertHold;
}

/** What one message, or the end of a time, does to the alerts of a stream. `receivedAt`: epoch milliseconds. */
export function alertChange(
  stream: StreamAlerts,
  incoming: Incoming,
  ingested: Ingested,
  receivedAt: number,
): AlertChange {
  if (incoming.kind === 'alert-expiry') return expire(stream, ingested, receivedAt);
  if (ingested.log.length === 0) return { transitions: [], hold: stream.hold };
  const hold = holdAfterMessage(stream.hold, ingested, receivedAt);
  const context = contextOf(stream, hold, receivedAt);
  return { transitions: alertsAfterMessage(stream.alerts, ingested, context), hold };
}

function expire(stream: StreamAlerts, ingested: Ingested, now: number): AlertChange {
  const { alerts, hold } = stream;
  const raised = alerts.flatMap((alert) => expireAlert(alert, now) ?? []);
  if (hold.pause === null || isActive(hold.pause, now)) return { transitions: raised, hold };
  const ended = endPause(stream, ingested.state, now);
  return { transitions: [...raised, ...ended.transitions], hold: ended.hold };
}

/** Ends the pause. A status that would have opened an alert during the pause opens it now. */
export function endPause(stream: StreamAlerts, state: IngestState, now: number): AlertChange {
  const hold = { ...stream.hold, pause: null };
  const status = state.statusBeforeOffline ?? state.roomStatus;
  const opened = alertAfterPause(stream.alerts, status, state.reportedAt ?? now, contextOf(stream, hold, now));
  return { transitions: opened === undefined ? [] : [opened], hold };
}

/** Opens an alert for a drill. No change: one of this status is open already. */
export function startDrill(
  { row, alerts, hold }: StreamAlerts,
  status: number,
  by: AlertActor,
  now: number,
): AlertChange {
  const context = { streamUUID: row.uuid, rules: alertRulesOfStream(row.rules), now, createUuid: randomUUID };
  const opened = openDrill(alerts, status, by, context);
  return { transitions: opened === undefined ? [] : [opened], hold };
}

function contextOf({ row }: StreamAlerts, hold: AlertHold, now: number): AlertContext {
  return {
    streamUUID: row.uuid,
    isActive: row.status === 'ACTIVE',
    rules: alertRulesOfStream(row.rules),
    hold,
    now,
    createUuid: randomUUID,
    minuteOfDay,
  };
}

/** In the time zone of the server, which the environment variable TZ sets. */
function minuteOfDay(epochMs: number): number {
  const time = new Date(epochMs);
  return time.getHours() * 60 + time.getMinutes();
}
