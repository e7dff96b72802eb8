/** Takes out of the log what is older than it has to be kept, in small steps beside a running server. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database.ts';

/** A step holds the embedded database for some milliseconds; then all others have their turn. */
const rowsAtOnce = 500;
const pauseMs = 50;

export interface Prunable {
  readonly reports: number;
  /** Sessions, grants and tokens that have ended. */
  readonly records: number;
  readonly tokens: number;
}

interface PruneOptions {
  /** Reports received before go. Epoch milliseconds. */
  readonly before: number;
  readonly now: number;
}

export async function countPrunable(database: Database, { before, now }: PruneOptions): Promise<Prunable> {
  const { query } = database;
  const kept = await presentStates(database, before);
  const old = await query
    .selectFrom('report')
    .select(({ fn }) => fn.countAll().as('total'))
    .where('received_at', '<', before)
    .executeTakeFirstOrThrow();
  const records = await query
    .selectFrom('identity_record')
    .select(({ fn }) => fn.countAll().as('total'))
    .where('expires_at', '<', now)
    .executeTakeFirstOrThrow();
  const tokens = await query
    .selectFrom('revoked_token')
    .select(({ fn }) => fn.countAll().as('total'))
    .where('expires_at', '<', now)
    .executeTakeFirstOrThrow();
  return { reports: Number(old.total) - kept.size, records: Number(records.total), tokens: Number(tokens.total) };
}

/** `progress`: how many reports are gone so far. */
export async function prune(
  database: Database,
  { before, now }: PruneOptions,
  progress: (reports: number) => void,
): Promise<Prunable> {
  const { query } = database;
  const kept = await presentStates(database, before);
  let reports = 0;
  let after = { received_at: -1, sequence: -1 };
  for (;;) {
    const rows = await query
      .selectFrom('report')
      .select(['sequence', 'received_at'])
      // In the order of their index: each step reads on where the last one ended.
      .where('received_at', '<', before)
      .where('received_at', '>=', after.received_at)
      .where((where) =>
        where.or([where('received_at', '>', after.received_at), where('sequence', '>', after.sequence)]),
      )
      .orderBy('received_at')
      .orderBy('sequence')
      .limit(rowsAtOnce)
      .execute();
    const gone = rows.map(({ sequence }) => sequence).filter((sequence) => !kept.has(sequence));
    if (gone.length > 0) await query.deleteFrom('report').where('sequence', 'in', gone).execute();
    reports += gone.length;
    progress(reports);
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) break;
    after = last;
    await pause(pauseMs);
  }
  const records = await query.deleteFrom('identity_record').where('expires_at', '<', now).executeTakeFirst();
  const tokens = await query.deleteFrom('revoked_token').where('expires_at', '<', now).executeTakeFirst();
  return { reports, records: Number(records.numDeletedRows), tokens: Number(tokens.numDeletedRows) };
}

/** The rows that say why each stream shows what it shows, as far as they are old. */
async function presentStates({ query }: Database, before: number): Promise<ReadonlySet<number>> {
  const newest = query
    .selectFrom('report')
    .select((sql) => sql.fn.max('sequence').as('sequence'))
    .where('effect', '=', 'card')
    .groupBy('stream_uuid');
  const rows = await query
    .selectFrom('report')
    .select('sequence')
    .where('sequence', 'in', newest)
    .where('received_at', '<', before)
    .execute();
  return new Set(rows.map(({ sequence }) => sequence));
}
