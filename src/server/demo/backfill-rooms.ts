/** Fills the board of the demo with the simulated past of its rooms. */
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { type Alert, type AlertTransition, openAlertsAfter } from '../../domain/alerts/alert.ts';
import { type AlertAction, applyAction } from '../../domain/alerts/alert-actions.ts';
import { noHold } from '../../domain/alerts/alert-hold.ts';
import type { AlertOutcome } from '../../domain/alerts/alert-context.ts';
import { alertsAfterAnswer } from '../../domain/alerts/alerts-after-answer.ts';
import { alertsAfterMessage } from '../../domain/alerts/alert-reports.ts';
import { isHighPriority } from '../../domain/room-status.ts';
import type { Database } from '../database/database.ts';
import { alertColumns, alertEventRow, parseAlerts } from '../database/open-alerts.ts';
import type { Schema } from '../database/schema.ts';
import { minuteOfDay } from '../shared/minute-of-day.ts';
import type { RoomReport } from './simulate-rooms.ts';
import { demoStaff } from './simulate-staff.ts';

/**
 * Backfills the rooms in order of time. The past cannot be sent as reports, because the ingest rules store reports of
 * hours ago without changing the card.
 */
export async function backfillRooms(database: Database, past: readonly RoomReport[], now: number): Promise<void> {
  const pasts = Map.groupBy(past, ({ stream }) => stream);
  await database.query.transaction().execute(async (query) => {
    // Ordered by uuid, like all writers of several streams, so that no deadlock is possible.
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
  if (transitions.length > 0) await query.insertInto('alert_event').values(transitions.map(alertEventRow)).execute();
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
      ...alertColumns(open, hold),
      alert_revision: eb('alert_revision', '+', 1),
    }))
    .where('uuid', '=', stream)
    .execute();
}

/** Staff have resolved the falls of the past, apart from those of the last minutes. */
const unresolvedMs = 5 * 60_000;
/** Staff answer an alert of the past after this time: they go to a fall, and have helped a resident who got up. */
const answerMs = 45_000;
const go: AlertAction = { kind: 'acknowledge' };
const help: AlertAction = { kind: 'resolve', resolution: 'helped', note: null };

/** The open alerts of a room after its past, and how they came about. `before`: those of an earlier run of the demo. */
function alertsOf(before: readonly Alert[], reports: readonly RoomReport[], now: number) {
  let [open, hold] = [before, noHold];
  const transitions: AlertTransition[] = [];
  const change = (outcome: AlertOutcome): void => {
    open = openAlertsAfter(open, outcome.transitions);
    hold = outcome.hold;
    transitions.push(...outcome.transitions);
  };
  for (const { stream, status, at, notification } of reports) {
    if (isHighPriority(status) && at < now - unresolvedMs) continue;
    const entry = { status, at, notification, reportId: null, by: 'sender', effect: 'applied', revision: 0 } as const;
    const times = { now: at, minuteOfDay };
    const context = { streamUUID: stream, isActive: true, rules: {}, hold, createUuid: randomUUID, ...times };
    const state = { roomStatus: status, statusBeforeOffline: null };
    change(alertsAfterMessage(open, { state, log: [entry] }, context));
  }
  for (const alert of open.filter(({ since, priority }) => priority !== 'technical' && since < now - answerMs)) {
    const at = alert.since + answerMs;
    const result = applyAction(alert, alert.latches ? go : help, demoStaff[0], at);
    if (typeof result !== 'string') change(alertsAfterAnswer([result], hold, at, randomUUID));
  }
  return { open, hold, transitions };
}
