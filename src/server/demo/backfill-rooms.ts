/** Writes the simulated past of the demo: the cards, the report log and the history of alerts. */
import type { Transaction } from 'kysely';
import { splitIntoBatches } from '../database/batches.ts';
import type { Database } from '../database/database.ts';
import { continueSequences } from '../database/postgres/continue-sequences.ts';
import { isInList } from '../database/is-in-list.ts';
import { toAlertColumns, toAlertEventRow, parseAlerts } from '../database/open-alerts.ts';
import type { ReportRow } from '../database/report-store.ts';
import type { Schema } from '../database/schema.ts';
import { PastAlerts } from './past-alerts.ts';
import type { RandomSource } from './resident-model.ts';
import type { RoomReport } from './residents.ts';

/** The sender of the reports of the demo in the report log. */
export const demoKeyId = 'demo';

/**
 * So many sequences and revisions stay free in an empty log: the demo stores earlier nights later, and older entries have
 * lower numbers.
 */
export const reservedCount = 1_000_000;

/**
 * Stores the past of the rooms, and returns whether the log was empty. The past cannot be sent as reports, because the ingest rules do not show reports from hours
 * ago on the card. Of an earlier run of the demo the log stays, and the past goes on from there.
 */
export async function backfillRooms(
  database: Database,
  past: readonly RoomReport[],
  now: number,
  random: RandomSource,
): Promise<boolean> {
  return database.query.transaction().execute(async (query) => {
    const known = await query
      .selectFrom('report')
      .select(({ fn }) => fn.max('received_at').as('newest'))
      .executeTakeFirst();
    // The past of the demo has no time in which no server ran.
    await query.deleteFrom('server_run').execute();
    const rooms = Map.groupBy(past, ({ stream }) => stream);
    const added = [...rooms.values()].flatMap((reports) => reportsAfter(known?.newest ?? -Infinity, reports));
    const isFirst = known?.newest === null;
    if (isFirst) await reserveRevisions(query, database.kind, [...rooms.keys()]);
    const log = added.toSorted((one, other) => one.receivedAt - other.receivedAt);
    await storeLog(query, log, isFirst ? reservedCount + 1 : undefined);
    if (database.kind === 'postgres') await continueSequences(query);
    const byRoom = Map.groupBy(added, ({ stream }) => stream);
    // Stores in the order of the uuids, like all code that writes several streams, so that no deadlock can arise.
    for (const stream of [...rooms.keys()].toSorted()) {
      await storeRoom(query, stream, { reports: byRoom.get(stream) ?? [], now, random });
    }
    return isFirst;
  });
}

async function reserveRevisions(
  query: Transaction<Schema>,
  kind: Database['kind'],
  streams: readonly string[],
): Promise<void> {
  await query
    .updateTable('stream')
    .set(({ eb }) => ({ revision: eb('revision', '+', reservedCount) }))
    .where(isInList(kind, 'uuid', streams))
    .execute();
}

/** A report with its place in the log. */
interface PastReport extends RoomReport {
  /** Never before the newest entry that the log had, so that the log stays in the order of the receipt. */
  readonly receivedAt: number;
}

/** The reports after the newest entry of the log, and in any case the present one. */
function reportsAfter(newest: number, reports: readonly RoomReport[]): readonly PastReport[] {
  const present = reports.at(-1);
  return reports
    .filter((report) => report.at > newest || report === present)
    .map((report) => ({ ...report, receivedAt: Math.max(report.at, newest) }));
}

/** `first`: the sequence of the first report. Undefined: the next one. */
async function storeLog(
  query: Transaction<Schema>,
  reports: readonly PastReport[],
  first: number | undefined,
): Promise<void> {
  const streams = await query.selectFrom('stream').select(['uuid', 'revision']).execute();
  const revisions = new Map(streams.map(({ uuid, revision }) => [uuid, revision]));
  const rows = reports.map((report, index) => {
    const revision = (revisions.get(report.stream) ?? 0) + 1;
    revisions.set(report.stream, revision);
    return { ...toReportRow(report, revision), ...(first !== undefined && { sequence: first + index }) };
  });
  for (const batch of splitIntoBatches(rows)) await query.insertInto('report').values(batch).execute();
}

/** The row of a report in the report log. */
export function toReportRow({ stream, status, notification, at, receivedAt }: PastReport, revision: number): ReportRow {
  return {
    stream_uuid: stream,
    report_id: null,
    status,
    notification: notification ? 1 : 0,
    at,
    received_at: receivedAt,
    revision,
    device_key_id: demoKeyId,
    effect: 'applied',
  };
}

interface PastOfRoom {
  readonly reports: readonly PastReport[];
  readonly now: number;
  readonly random: RandomSource;
}

async function storeRoom(
  query: Transaction<Schema>,
  stream: string,
  { reports, now, random }: PastOfRoom,
): Promise<void> {
  const newest = reports.at(-1);
  const notified = reports.findLast(({ notification }) => notification);
  const stored = await query.selectFrom('stream').select('open_alerts').where('uuid', '=', stream).executeTakeFirst();
  const alerts = new PastAlerts(parseAlerts(stored?.open_alerts ?? null), random);
  for (const report of reports) alerts.add(report);
  alerts.advance(now);
  for (const batch of splitIntoBatches(alerts.transitions)) {
    await query.insertInto('alert_event').values(batch.map(toAlertEventRow)).execute();
  }
  await query
    .updateTable('stream')
    .set(({ eb }) => ({
      ...(newest !== undefined && { room_status: newest.status, reported_at: newest.at }),
      ...(notified !== undefined && { last_notification: notified.status, last_notification_sent: notified.at }),
      revision: eb('revision', '+', reports.length),
      seen_at: now,
      has_reports: 1,
      status_before_silence: null,
      offline_sources: null,
      status_source: null,
      discarded_values: null,
      pending_status: null,
      pending_at: null,
      pending_notification: null,
      pending_due_at: null,
      ...toAlertColumns(alerts.open, alerts.hold),
      alert_revision: eb('alert_revision', '+', 1),
    }))
    .where('uuid', '=', stream)
    .execute();
}
