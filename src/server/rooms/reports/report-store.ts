/** What receive-report.ts reads and writes: the state of streams, and the log of their reports. */
import type { Insertable, Selectable, Transaction } from 'kysely';
import type { DatabaseKind } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { lockStreams } from '../../database/lock-streams.ts';

export interface KnownStream extends Selectable<Schema['stream']> {
  readonly location_uuid: string;
  readonly client_uuid: string;
}

export type ReportRow = Insertable<Schema['report']>;

/** What a part of a stream was, and when that reached us, epoch milliseconds. */
export interface Part {
  readonly value: string;
  readonly at: number;
}

/** The newest of each part of each stream: stream uuid -> name -> part. */
export type Observed = Map<string, Map<string, Part>>;

/** A statement takes some ten thousand parameters; a row has at most twenty. */
const rowsPerStatement = 500;

/** Locked until the end of the transaction, in order of uuid. */
export async function loadStreams(
  transaction: Transaction<Schema>,
  kind: DatabaseKind,
  uuids: readonly string[],
): Promise<Map<string, KnownStream>> {
  const query = transaction
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .selectAll('stream')
    .select(['ward.location_uuid', 'location.client_uuid'])
    .where('stream.uuid', 'in', uuids)
    .orderBy('stream.uuid');
  const rows = await lockStreams(query, kind).execute();
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

export async function loadObserved(transaction: Transaction<Schema>, uuids: readonly string[]): Promise<Observed> {
  const observed: Observed = new Map(uuids.map((uuid) => [uuid, new Map()]));
  if (uuids.length === 0) return observed;
  const rows = await transaction.selectFrom('observation').selectAll().where('stream_uuid', 'in', uuids).execute();
  for (const { stream_uuid, name, value, observed_at: at } of rows) observed.get(stream_uuid)?.set(name, { value, at });
  return observed;
}

export async function storeObserved(transaction: Transaction<Schema>, observed: Observed): Promise<void> {
  const rows = [...observed].flatMap(([stream_uuid, parts]) =>
    [...parts].map(([name, { value, at }]) => ({ stream_uuid, name, value, observed_at: at })),
  );
  for (const part of partsOf(rows)) {
    await transaction
      .insertInto('observation')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['stream_uuid', 'name']).doUpdateSet((row) => ({
          value: row.ref('excluded.value'),
          observed_at: row.ref('excluded.observed_at'),
        })),
      )
      .execute();
  }
}

export async function storeReports(transaction: Transaction<Schema>, rows: readonly ReportRow[]): Promise<void> {
  for (const part of partsOf(rows)) await transaction.insertInto('report').values(part).execute();
}

/** Many in one statement: the rows exist, so that this is an update of each. */
export async function storeStreams(transaction: Transaction<Schema>, streams: readonly KnownStream[]): Promise<void> {
  for (const part of partsOf(streams)) {
    await transaction
      .insertInto('stream')
      .values(part.map(({ location_uuid: _location, client_uuid: _client, ...row }) => row))
      .onConflict((conflict) =>
        conflict.column('uuid').doUpdateSet((row) => ({
          room_status: row.ref('excluded.room_status'),
          last_notification: row.ref('excluded.last_notification'),
          last_notification_sent: row.ref('excluded.last_notification_sent'),
          revision: row.ref('excluded.revision'),
          reported_at: row.ref('excluded.reported_at'),
          seen_at: row.ref('excluded.seen_at'),
          status_before_silence: row.ref('excluded.status_before_silence'),
          pending_status: row.ref('excluded.pending_status'),
          pending_at: row.ref('excluded.pending_at'),
          pending_due_at: row.ref('excluded.pending_due_at'),
          pending_notification: row.ref('excluded.pending_notification'),
        })),
      )
      .execute();
  }
}

function partsOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const parts: Row[][] = [];
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    parts.push(rows.slice(start, start + rowsPerStatement));
  }
  return parts;
}
