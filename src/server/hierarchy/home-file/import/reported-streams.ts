import type { Transaction } from 'kysely';
import type { Schema } from '../../../database/schema.ts';
import { type Home, nodesOf } from '../home.ts';

/**
 * The streams of the home that have a report of a device. Entries of the watchdog do not count: they only say that no
 * device sent anything.
 */
export async function findReportedStreams(query: Transaction<Schema>, home: Home): Promise<ReadonlySet<string>> {
  const rows = await query.selectFrom('stream').select('uuid').where('has_reports', '=', 1).execute();
  const reported = new Set(rows.map(({ uuid }) => uuid));
  return new Set(nodesOf(home, 'stream').flatMap(({ uuid }) => (reported.has(uuid) ? [uuid] : [])));
}
