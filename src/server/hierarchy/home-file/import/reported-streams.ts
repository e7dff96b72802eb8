import type { Transaction } from 'kysely';
import { ownKeyIds } from '../../../database/own-key-ids.ts';
import type { Schema } from '../../../database/schema.ts';
import { type Home, nodesOf } from '../home.ts';

/**
 * The streams of the home that have a report of a device. Entries of the watchdog do not count: they only say that no
 * device sent anything.
 */
export async function findReportedStreams(query: Transaction<Schema>, home: Home): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const { uuid } of nodesOf(home, 'stream')) {
    const report = query
      .selectFrom('report')
      .select('sequence')
      .where('stream_uuid', '=', uuid)
      .where('device_key_id', '!=', ownKeyIds.watchdog)
      .limit(1);
    if ((await report.executeTakeFirst()) !== undefined) found.add(uuid);
  }
  return found;
}
