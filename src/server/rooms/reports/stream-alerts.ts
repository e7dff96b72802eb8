/** The open alerts of one stream while a transaction changes them. */
import { randomUUID } from 'node:crypto';
import { type Alert, type AlertTransition, isOpen } from '../../../domain/alerts/alert.ts';
import { expireAlert } from '../../../domain/alerts/alert-actions.ts';
import { alertsAfterMessage } from '../../../domain/alerts/alert-reports.ts';
import type { Ingested } from '../../../domain/ingest/ingest.ts';
import type { Incoming } from '../../../domain/ingest/incoming.ts';
import { alertJson } from '../../database/open-alerts.ts';
import type { AlertEventRow, StreamRow } from '../../database/report-store.ts';

/** The transitions that one message causes. `receivedAt`: epoch milliseconds. */
export function alertTransitions(
  open: readonly Alert[],
  { uuid: streamUUID, status }: Pick<StreamRow, 'uuid' | 'status'>,
  incoming: Incoming,
  ingested: Ingested,
  receivedAt: number,
): readonly AlertTransition[] {
  if (incoming.kind === 'alert-expiry') return open.flatMap((alert) => expireAlert(alert, receivedAt) ?? []);
  if (ingested.log.length === 0) return [];
  const context = { streamUUID, isActive: status === 'ACTIVE', rules: {}, now: receivedAt, createUuid: randomUUID };
  return alertsAfterMessage(open, ingested, context);
}

/** The open alerts after the transitions, in the order in which they were opened. */
export function openAlertsAfter(open: readonly Alert[], transitions: readonly AlertTransition[]): readonly Alert[] {
  const alerts = new Map(open.map((alert) => [alert.uuid, alert]));
  for (const { alert } of transitions) alerts.set(alert.uuid, alert);
  return [...alerts.values()].filter(isOpen);
}

export function alertEventRow({ alert, event }: AlertTransition): AlertEventRow {
  const { uuid: alert_uuid, streamUUID: stream_uuid, since: at } = alert;
  return { alert_uuid, stream_uuid, at, event, alert: alertJson(alert) };
}
