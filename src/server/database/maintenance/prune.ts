/** Deletes old reports, old alerts and ended sessions in small batches while the server runs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { newestApplied } from './newest-applied.ts';
import { lastEvents } from './open-alert-history.ts';

/** A batch blocks SQLite's only writer for some milliseconds. During the pause the server stores waiting reports. */
const batchSize = 500;
const pauseMs = 50;

export interface PruneCounts {
  readonly reports: number;
  /** Resolved alerts. */
  readonly alerts: number;
  /** Ended sessions, grants and tokens of the embedded identity provider. */
  readonly identityRecords: number;
  readonly revokedTokens: number;
}

interface PruneOptions {
  /** Deletes reports received and alerts resolved before this instant. Epoch milliseconds. */
  readonly before: number;
  readonly now: number;
}

/** Counts what `prune` would delete. */
export async function countPrunable(database: Database, { before, now }: PruneOptions): Promise<PruneCounts> {
  const kept = await currentReports(database, before);
  return {
    reports: (await countBefore(database, 'report', 'received_at', before)) - kept.size,
    alerts: (await endedAlerts(database, before).execute()).length,
    identityRecords: await countBefore(database, 'identity_record', 'expires_at', now),
    revokedTokens: await countBefore(database, 'revoked_token', 'expires_at', now),
  };
}

async function countBefore({ query }: Database, table: keyof Schema, column: string, instant: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${sql.table(table)} where ${sql.ref(column)} < ${instant}`.execute(query);
  return rows[0]?.total ?? 0;
}

/** `onProgress` gets the number of reports deleted so far. */
export async function prune(
  database: Database,
  { before, now }: PruneOptions,
  onProgress: (reports: number) => void,
): Promise<PruneCounts> {
  const { query } = database;
  const kept = await currentReports(database, before);
  let reports = 0;
  let cursor = { received_at: -1, sequence: -1 };
  for (;;) {
    const rows = await query
      .selectFrom('report')
      .select(['sequence', 'received_at'])
      .where('received_at', '<', before)
      // The cursor follows the index on received_at, so that no batch reads the kept rows again.
      .where('received_at', '>=', cursor.received_at)
      .where((where) =>
        where.or([where('received_at', '>', cursor.received_at), where('sequence', '>', cursor.sequence)]),
      )
      .orderBy('received_at')
      .orderBy('sequence')
      .limit(batchSize)
      .execute();
    const deleted = rows.map(({ sequence }) => sequence).filter((sequence) => !kept.has(sequence));
    if (deleted.length > 0) await query.deleteFrom('report').where('sequence', 'in', deleted).execute();
    reports += deleted.length;
    onProgress(reports);
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) break;
    cursor = last;
    await sleep(pauseMs);
  }
  const alerts = await pruneAlerts(database, before);
  await query.deleteFrom('pause_event').where('at', '<', before).execute();
  const records = await query.deleteFrom('identity_record').where('expires_at', '<', now).executeTakeFirst();
  const tokens = await query.deleteFrom('revoked_token').where('expires_at', '<', now).executeTakeFirst();
  return {
    reports,
    alerts,
    identityRecords: Number(records.numDeletedRows),
    revokedTokens: Number(tokens.numDeletedRows),
  };
}

async function pruneAlerts(database: Database, before: number): Promise<number> {
  for (let count = 0; ; await sleep(pauseMs)) {
    const rows = await endedAlerts(database, before).limit(batchSize).execute();
    const uuids = rows.map(({ alert_uuid }) => alert_uuid);
    if (uuids.length > 0) await database.query.deleteFrom('alert_event').where('alert_uuid', 'in', uuids).execute();
    count += uuids.length;
    if (uuids.length < batchSize) return count;
  }
}

/** The alerts whose whole history is deleted. The alerts of a removed stream have no last event. */
function endedAlerts({ query }: Database, before: number) {
  return query
    .selectFrom('alert_event')
    .select('alert_uuid')
    .distinct()
    .where('at', '<', before)
    .where((where) =>
      where.or([
        where('event', 'in', lastEvents),
        where('stream_uuid', 'not in', query.selectFrom('stream').select('stream.uuid')),
      ]),
    );
}

/** The sequences of the old reports that set the current status of a stream. They are kept. A removed stream has none. */
async function currentReports({ query }: Database, before: number): Promise<ReadonlySet<number>> {
  const rows = await query
    .selectFrom('report')
    .innerJoin('stream', 'stream.uuid', 'report.stream_uuid')
    .select('sequence')
    .where('sequence', 'in', newestApplied(query))
    .where('received_at', '<', before)
    .execute();
  return new Set(rows.map(({ sequence }) => sequence));
}
