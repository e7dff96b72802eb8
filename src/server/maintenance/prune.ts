/** Deletes old reports, alerts and notes, and ended sessions, and takes the room from old nights, in small batches while the server runs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { alertEndEvents } from '../../domain/alerts/alert.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { dayOf, dayOfReceipt, daysBetween, readLogStart } from '../database/report-days.ts';
import { forgetRooms } from './forget-rooms.ts';
import { selectNewestApplied } from './newest-applied.ts';

/**
 * The number of rows per statement. A statement blocks SQLite's only writer for some milliseconds, and waiting reports
 * are stored between two statements.
 */
const batchSize = 500;
const pauseMs = 50;

/**
 * The tables with few rows, each with the column of the time by which a row is old. `unwatched_period` stays: its first
 * row of a ward is the time of the first board.
 */
const smallTables = [
  ['pause_event', 'at'],
  ['room_note', 'at'],
  ['handover_reading', 'at'],
  ['server_run', 'seen_at'],
  ['duty', 'until_at'],
] as const satisfies readonly (readonly [keyof Schema, string])[];

export interface PruneCounts {
  readonly reports: number;
  /** The number of resolved alerts. */
  readonly alerts: number;
  /** The number of ended sessions, grants and tokens of the embedded identity provider. */
  readonly identityRecords: number;
  readonly revokedTokens: number;
}

interface PruneOptions {
  /** Deletes reports received and alerts resolved before this instant. Epoch milliseconds. */
  readonly before: number;
  readonly now: number;
}

/** Counts what `prune` would delete. */
export async function countPrunableRows(database: Database, { before, now }: PruneOptions): Promise<PruneCounts> {
  const kept = await currentReports(database, before);
  const { total } = await oldReports(database, before)
    .where(dayOfReceipt, '<=', dayOf(before))
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow();
  return {
    reports: Number(total) - kept.size,
    alerts: (await selectEndedAlerts(database.query, before).execute()).length,
    identityRecords: await countBefore(database, 'identity_record', 'expires_at', now),
    revokedTokens: await countBefore(database, 'revoked_token', 'expires_at', now),
  };
}

async function countBefore({ query }: Database, table: keyof Schema, column: string, instant: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${sql.table(table)} where ${sql.ref(column)} < ${instant}`.execute(query);
  return rows[0]?.total ?? 0;
}

/** Finds the reports received before an instant. The times have no index, so callers limit the days. */
function oldReports({ query }: Database, before: number) {
  return query.selectFrom('report').where('received_at', '<', before);
}

/** Deletes old rows. `onProgress` gets the number of reports deleted so far. */
export async function pruneDatabase(
  database: Database,
  { before, now }: PruneOptions,
  onProgress: (reports: number) => void,
): Promise<PruneCounts> {
  const { query } = database;
  const reports = await pruneReports(database, before, onProgress);
  const alerts = await pruneAlerts(database, before);
  for (const [table, column] of smallTables) {
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} < ${before}`.execute(query);
  }
  while ((await forgetRooms(query, { before, limit: batchSize })) === batchSize) await sleep(pauseMs);
  const records = await query.deleteFrom('identity_record').where('expires_at', '<', now).executeTakeFirst();
  const tokens = await query.deleteFrom('revoked_token').where('expires_at', '<', now).executeTakeFirst();
  return {
    reports,
    alerts,
    identityRecords: Number(records.numDeletedRows),
    revokedTokens: Number(tokens.numDeletedRows),
  };
}

async function pruneReports(
  database: Database,
  before: number,
  onProgress: (reports: number) => void,
): Promise<number> {
  const kept = await currentReports(database, before);
  let count = 0;
  for (const day of daysBetween((await readLogStart(database.query)) ?? before, before)) {
    const old = oldReports(database, before).select(['sequence', 'stream_uuid']).where(dayOfReceipt, '=', day);
    // In the order of the index. A room keeps at most one report, so a batch never consists of kept reports of one room.
    for (let room = '', isMore = true; isMore;) {
      const rows = await old.where('stream_uuid', '>=', room).orderBy('stream_uuid').limit(batchSize).execute();
      const deleted = rows.map(({ sequence }) => sequence).filter((sequence) => !kept.has(sequence));
      if (deleted.length > 0) await database.query.deleteFrom('report').where('sequence', 'in', deleted).execute();
      count += deleted.length;
      if (rows.length > 0) onProgress(count);
      room = rows.at(-1)?.stream_uuid ?? '';
      isMore = rows.length === batchSize;
      if (isMore) await sleep(pauseMs);
    }
  }
  return count;
}

async function pruneAlerts(database: Database, before: number): Promise<number> {
  for (let count = 0; ; await sleep(pauseMs)) {
    const rows = await selectEndedAlerts(database.query, before).limit(batchSize).execute();
    const uuids = rows.map(({ alert_uuid }) => alert_uuid);
    await deleteAlerts(database.query, uuids);
    count += uuids.length;
    if (uuids.length < batchSize) return count;
  }
}

/** Deletes alerts, at most a batch, with the messages about them. */
export async function deleteAlerts(query: Database['query'], uuids: readonly string[]): Promise<void> {
  if (uuids.length === 0) return;
  for (const table of ['notice', 'alert_event'] as const) {
    await query.deleteFrom(table).where('alert_uuid', 'in', uuids).execute();
  }
}

/** Finds the alerts whose whole history is deleted. An alert of a removed stream may have no event that ends it. */
export function selectEndedAlerts(query: Database['query'], before: number) {
  return query
    .selectFrom('alert_event')
    .select('alert_uuid')
    .distinct()
    .where('at', '<', before)
    .where((where) =>
      where.or([
        where('event', 'in', alertEndEvents),
        where('stream_uuid', 'not in', query.selectFrom('stream').select('stream.uuid')),
      ]),
    );
}

/** Finds the old reports that set the current status of a stream, by sequence. Pruning keeps these reports. */
async function currentReports({ query }: Database, before: number): Promise<ReadonlySet<number>> {
  const rows = await query
    .selectFrom('report')
    .innerJoin('stream', 'stream.uuid', 'report.stream_uuid')
    .select('sequence')
    .where('sequence', 'in', selectNewestApplied(query))
    .where('received_at', '<', before)
    .execute();
  return new Set(rows.map(({ sequence }) => sequence));
}
