/** Reads and writes the rows of one ingest transaction. */
import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import type { IngestState, PendingReport } from '../../../domain/ingest/ingest-state.ts';
import type { Place } from '../../../domain/user.ts';
import type { DatabaseKind } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { offlineSourcesJson, parseOfflineSources } from '../../database/offline-sources.ts';
import { isoInstant } from '../stream-queries.ts';

export type ReportRow = Insertable<Schema['report']>;

export interface StreamRow extends Selectable<Schema['stream']> {
  readonly place: Place;
}

/** A statement takes about ten thousand parameters, and a row has at most twenty. */
const maxRowsPerStatement = 500;

/** Locks the rows until the end of the transaction, in the order of their uuids so that no deadlock can arise. */
export async function loadStreams(
  transaction: Transaction<Schema>,
  kind: DatabaseKind,
  uuids: readonly string[],
): Promise<StreamRow[]> {
  const query = transaction
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .selectAll('stream')
    .select(['ward.location_uuid', 'location.client_uuid'])
    .where('stream.uuid', 'in', uuids)
    .orderBy('stream.uuid');
  // SQLite needs no row locks, because it has one writer.
  const rows = await (kind === 'postgres' ? query.forUpdate('stream') : query).execute();
  return rows.map(({ client_uuid: clientUUID, location_uuid: locationUUID, ...row }) => ({
    ...row,
    place: { clientUUID, locationUUID, wardUUID: row.ward_uuid },
  }));
}

/** The `reportKey` of each of these reports that is already stored. */
export async function loadReportKeys(
  transaction: Transaction<Schema>,
  ids: readonly { readonly streamUuid: string; readonly reportId: string }[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const chunk of chunksOf(ids)) {
    // Both databases read one index entry for each row of `values`. Two lists with `in` would compare each stream
    // with each id.
    const wanted = sql.join(chunk.map(({ streamUuid, reportId }) => sql`(${streamUuid}, ${reportId})`));
    const { rows } = await sql<{ stream_uuid: string; report_id: string }>`
      select stream_uuid, report_id from report where (stream_uuid, report_id) in (values ${wanted})
    `.execute(transaction);
    for (const row of rows) found.add(reportKey(row.stream_uuid, row.report_id));
  }
  return found;
}

/** The idempotency key of a report. A report id is unique within its stream only. */
export function reportKey(streamUuid: string, reportId: string): string {
  return `${streamUuid} ${reportId}`;
}

export async function storeReports(transaction: Transaction<Schema>, rows: readonly ReportRow[]): Promise<void> {
  for (const chunk of chunksOf(rows)) await transaction.insertInto('report').values(chunk).execute();
}

/** Updates many streams in one statement: the insert always conflicts, because the rows exist. */
export async function storeStreams(transaction: Transaction<Schema>, streams: readonly StreamRow[]): Promise<void> {
  for (const chunk of chunksOf(streams)) {
    await transaction
      .insertInto('stream')
      .values(chunk.map(({ place: _place, ...row }) => row))
      .onConflict((conflict) =>
        conflict.column('uuid').doUpdateSet((row) => ({
          room_status: row.ref('excluded.room_status'),
          last_notification: row.ref('excluded.last_notification'),
          last_notification_sent: row.ref('excluded.last_notification_sent'),
          revision: row.ref('excluded.revision'),
          reported_at: row.ref('excluded.reported_at'),
          seen_at: row.ref('excluded.seen_at'),
          status_before_silence: row.ref('excluded.status_before_silence'),
          offline_sources: row.ref('excluded.offline_sources'),
          status_source: row.ref('excluded.status_source'),
          pending_status: row.ref('excluded.pending_status'),
          pending_at: row.ref('excluded.pending_at'),
          pending_due_at: row.ref('excluded.pending_due_at'),
          pending_notification: row.ref('excluded.pending_notification'),
        })),
      )
      .execute();
  }
}

export function chunksOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const chunks: Row[][] = [];
  for (let start = 0; start < rows.length; start += maxRowsPerStatement) {
    chunks.push(rows.slice(start, start + maxRowsPerStatement));
  }
  return chunks;
}

export function stateOf(row: StreamRow): IngestState {
  return {
    roomStatus: row.room_status,
    lastNotification: row.last_notification,
    lastNotificationSent: isoInstant(row.last_notification_sent),
    revision: row.revision,
    reportedAt: row.reported_at,
    seenAt: row.seen_at,
    statusBeforeOffline: row.status_before_silence,
    offlineSources: parseOfflineSources(row.offline_sources),
    statusSource: row.status_source,
    pending: pendingOf(row),
  };
}

function pendingOf(row: StreamRow): PendingReport | null {
  const { pending_status: status, pending_at: at, pending_due_at: dueAt, pending_notification: notification } = row;
  if (status === null || at === null || dueAt === null) return null;
  return { status, at, dueAt, notification: notification === 1 };
}

export function withState(row: StreamRow, state: IngestState): StreamRow {
  const { pending } = state;
  return {
    ...row,
    room_status: state.roomStatus,
    last_notification: state.lastNotification,
    last_notification_sent: state.lastNotificationSent === null ? null : Date.parse(state.lastNotificationSent),
    revision: state.revision,
    reported_at: state.reportedAt,
    seen_at: state.seenAt,
    status_before_silence: state.statusBeforeOffline,
    offline_sources: offlineSourcesJson(state.offlineSources),
    status_source: state.statusSource,
    pending_status: pending?.status ?? null,
    pending_at: pending?.at ?? null,
    pending_due_at: pending?.dueAt ?? null,
    pending_notification: pending === null ? null : Number(pending.notification),
  };
}
