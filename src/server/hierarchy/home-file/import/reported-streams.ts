import type { Kysely } from 'kysely';
import { batchesOf } from '../../../database/batches.ts';
import type { Schema } from '../../../database/schema.ts';
import { type Home, nodesOf } from '../home.ts';

/**
 * The streams of the home that have a report of a device. Entries of the watchdog do not count: they only say that no
 * device sent anything.
 */
export async function findReportedStreams(query: Kysely<Schema>, home: Home): Promise<ReadonlySet<string>> {
  const streams = nodesOf(home, 'stream');
  const wards = [...new Set(streams.map(({ parentUUID }) => parentUUID))];
  const reported = new Set<string>();
  for (const batch of batchesOf(wards)) {
    const inWards = query.selectFrom('stream').select('uuid').where('ward_uuid', 'in', batch);
    for (const { uuid } of await inWards.where('has_reports', '=', 1).execute()) reported.add(uuid);
  }
  return new Set(streams.flatMap(({ uuid }) => (reported.has(uuid) ? [uuid] : [])));
}
