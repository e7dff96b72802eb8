/** What receive-report.ts reads and writes: the state of streams, and the log of their reports. */
import type { Insertable, Selectable, Transaction } from 'kysely';
import type { Schema } from '../database/database.ts';

export interface KnownStream extends Selectable<Schema['stream']> {
  readonly location_uuid: string;
  readonly client_uuid: string;
}

export type ReportRow = Insertable<Schema['report']>;

export async function loadStreams(
  transaction: Transaction<Schema>,
  uuids: readonly string[],
): Promise<Map<string, KnownStream>> {
  const rows = await transaction
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .selectAll('stream')
    .select(['ward.location_uuid', 'location.client_uuid'])
    .where('stream.uuid', 'in', uuids)
    .execute();
  return new Map(rows.map((row) => [row.uuid, row]));
}

/** Those of the reports that were accepted before, as keys of `reportKey`. */
export async function loadKnownReports(
  transaction: Transaction<Schema>,
  streamUuids: readonly string[],
  reportIds: readonly string[],
): Promise<Set<string>> {
  if (reportIds.length === 0) return new Set();
  const rows = await transaction
    .selectFrom('report')
    .select(['stream_uuid', 'report_id'])
    .where('stream_uuid', 'in', streamUuids)
    .where('report_id', 'in', reportIds)
    .execute();
  return new Set(rows.map((row) => reportKey(row.stream_uuid, row.report_id ?? '')));
}

/** A report's id counts within its stream: two makes of device may count alike. */
export function reportKey(streamUuid: string, reportId: string): string {
  return `${streamUuid} ${reportId}`;
}

export async function storeReports(transaction: Transaction<Schema>, rows: readonly ReportRow[]): Promise<void> {
  if (rows.length > 0) await transaction.insertInto('report').values(rows).execute();
}

/** All in one statement: the rows exist, so that this is an update of each. */
export async function storeStreams(transaction: Transaction<Schema>, streams: readonly KnownStream[]): Promise<void> {
  if (streams.length === 0) return;
  await transaction
    .insertInto('stream')
    .values(streams.map(({ location_uuid: _location, client_uuid: _client, ...row }) => row))
    .onConflict((conflict) =>
      conflict.column('uuid').doUpdateSet((row) => ({
        room_status: row.ref('excluded.room_status'),
        last_notification: row.ref('excluded.last_notification'),
        last_notification_sent: row.ref('excluded.last_notification_sent'),
        revision: row.ref('excluded.revision'),
        reported_at: row.ref('excluded.reported_at'),
      })),
    )
    .execute();
}
