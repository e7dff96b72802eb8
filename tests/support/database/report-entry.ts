import type { Kysely } from 'kysely';
import { ownKeyIds } from '../../../src/server/database/own-key-ids.ts';
import type { Schema } from '../../../src/server/database/schema.ts';

/** Adds an entry to the report log, as the server does for the sender. */
export async function addReportEntry(query: Kysely<Schema>, stream_uuid: string, sender: string): Promise<void> {
  const row = { stream_uuid, report_id: null, status: 1, notification: 1, at: 1, received_at: 1, revision: 1 };
  await query
    .insertInto('report')
    .values({ ...row, device_key_id: sender })
    .execute();
  if (sender === ownKeyIds.watchdog) return;
  await query.updateTable('stream').set({ has_reports: 1 }).where('uuid', '=', stream_uuid).execute();
}
