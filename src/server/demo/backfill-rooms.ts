/** Fills the board of the demo with the simulated past of its rooms. */
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { type Alert, type AlertTransition, applyTransitions } from '../../domain/alerts/alert.ts';
import { type AlertAction, applyAlertAction } from '../../domain/alerts/alert-actions.ts';
import { type AlertOutcome, emptyHold } from '../../domain/alerts/alert-hold.ts';
import { followUpAnswer } from '../../domain/alerts/follow-up-answer.ts';
import { applyMessageToAlerts } from '../../domain/alerts/alert-reports.ts';
import { isHighPriority } from '../../domain/room-status.ts';
import type { Database } from '../database/database.ts';
import { toAlertColumns, toAlertEventRow, parseAlerts } from '../database/open-alerts.ts';
import type { Schema } from '../database/schema.ts';
import { minuteOfDay } from '../shared/minute-of-day.ts';
import type { RoomReport } from './residents.ts';
import { demoStaff } from './simulate-staff.ts';

/**
 * Stores the past of the rooms, room by room. It cannot be sent as reports, because the ingest rules do not show
 * reports from hours ago on the card.
 */
export async function backfillRooms(database: Database, past: readonly RoomReport[], now: number): Promise<void> {
  const pasts = Map.groupBy(past, ({ stream }) => stream);
  await database.query.transaction().execute(async (query) => {
    // Stores in the order of the uuids, like all code that writes several streams, so that no deadlock can arise.
    for (const [stream, reports] of [...pasts].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      await backfillRoom(query, stream, reports, now);
    }
  });
}

async function backfillRoom(
  query: Transaction<Schema>,
  stream: string,
  reports: readonly RoomReport[],
  now: number,
): Promise<void> {
  const newest = reports.at(-1);
  const notified = reports.findLast(({ notification }) => notification);
  const stored = await query.selectFrom('stream').select('open_alerts').where('uuid', '=', stream).executeTakeFirst();
  const { open, hold, transitions } = alertsOf(parseAlerts(stored?.open_alerts ?? null), reports, now);
  if (transitions.length > 0) await query.insertInto('alert_event').values(transitions.map(toAlertEventRow)).execute();
  await query
    .updateTable('stream')
    .set(({ eb }) => ({
      ...(newest !== undefined && { room_status: newest.status, reported_at: newest.at }),
      last_notification: notified?.status ?? null,
      last_notification_sent: notified?.at ?? null,
      revision: eb('revision', '+', 1),
      seen_at: now,
      status_before_silence: null,
      offline_sources: null,
      status_source: null,
      discarded_values: null,
      pending_status: null,
      pending_at: null,
      pending_notification: null,
      pending_due_at: null,
      ...toAlertColumns(open, hold),
      alert_revision: eb('alert_revision', '+', 1),
    }))
    .where('uuid', '=', stream)
    .execute();
}

/** Falls of the past that are older than this are resolved. */
const unresolvedFallMs = 5 * 60_000;
/** How long staff took to answer an alert of the past. */
const answerDelayMs = 45_000;
const acknowledgeAction: AlertAction = { kind: 'acknowledge' };
const resolveAction: AlertAction = { kind: 'resolve', resolution: 'helped', note: null };

/**
 * The open alerts of a room after its past, and their transitions. `before`: open alerts of an earlier run of the demo.
 */
function alertsOf(before: readonly Alert[], reports: readonly RoomReport[], now: number) {
  let [open, hold] = [before, emptyHold];
  const transitions: AlertTransition[] = [];
  const change = (outcome: AlertOutcome): void => {
    open = applyTransitions(open, outcome.transitions);
    hold = outcome.hold;
    transitions.push(...outcome.transitions);
  };
  for (const { stream, status, at, notification } of reports) {
    if (isHighPriority(status) && at < now - unresolvedFallMs) continue;
    const entry = { status, at, notification, reportId: null, by: 'sender', effect: 'applied', revision: 0 } as const;
    const times = { now: at, minuteOfDay };
    const context = { streamUUID: stream, isActive: true, rules: {}, hold, createUuid: randomUUID, ...times };
    const state = { roomStatus: status, statusBeforeOffline: null };
    change(applyMessageToAlerts(open, { state, log: [entry] }, context));
  }
  for (const alert of open.filter(({ since, priority }) => priority !== 'technical' && since < now - answerDelayMs)) {
    const at = alert.since + answerDelayMs;
    const result = applyAlertAction(alert, alert.latches ? acknowledgeAction : resolveAction, demoStaff[0], at);
    if (typeof result !== 'string') change(followUpAnswer([result], hold, at, randomUUID));
  }
  return { open, hold, transitions };
}
