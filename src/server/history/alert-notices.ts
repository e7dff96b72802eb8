/** Reads whom the server reached about alerts, and whom not. */
import type * as z from 'zod/mini';
import type { PastAlert } from '../../contract/history/room-history.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import { splitIntoBatches } from '../database/batches.ts';
import type { Database } from '../database/database.ts';

type PastNotice = z.output<typeof PastAlert>['notices'][number];
export type PastNotices = ReadonlyMap<string, readonly PastNotice[]>;

/** The messages about these alerts by the uuid of the alert, the first first. Leaves out those that an answer forestalled. */
export async function readAlertNotices(query: Database['query'], uuids: readonly string[]): Promise<PastNotices> {
  const found: [string, PastNotice][] = [];
  for (const batch of splitIntoBatches(uuids)) {
    const rows = await query
      .selectFrom('notice')
      .select(['alert_uuid', 'recipient_kind', 'recipient_name', 'created_at', 'outcome', 'reason'])
      .where('alert_uuid', 'in', batch)
      .where('kind', '=', 'alert')
      .orderBy('created_at')
      .orderBy('recipient_name')
      .execute();
    for (const { alert_uuid, recipient_kind: recipient, recipient_name: name, created_at, outcome, reason } of rows) {
      if (outcome === 'obsolete') continue;
      const result = { outcome: outcome ?? 'sending', reason: outcome === 'failed' ? reason : null } as const;
      found.push([alert_uuid, { at: toIsoTime(created_at), recipient, name, ...result }]);
    }
  }
  return new Map([...Map.groupBy(found, ([uuid]) => uuid)].map(([uuid, list]) => [uuid, list.map(([, one]) => one)]));
}
