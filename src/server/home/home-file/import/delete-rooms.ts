import { setImmediate } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { DatabaseKind } from '../../../database/database.ts';
import { isInList } from '../../../database/is-in-list.ts';
import type { Schema } from '../../../database/schema.ts';
import { errorOptionsOf } from '../../../shared/reason.ts';
import { retryLater } from '../../../shared/retry-later.ts';
import { endAlerts } from './end-alerts.ts';

/**
 * Deletes rooms. Throws AppError `unavailable` when one of them has just sent its first report, because such a room
 * must stay. Entries of the watchdog stay in the report log until they are pruned.
 */
export async function deleteRooms(
  { kind, write }: { readonly kind: DatabaseKind; readonly write: Transaction<Schema> },
  rooms: readonly { readonly uuid: string }[],
  now: number,
): Promise<void> {
  const uuids = rooms.map(({ uuid }) => uuid);
  await endAlerts({ kind, write }, uuids, 'room-removed', now);
  await write
    .deleteFrom('observation')
    .where(isInList(kind, 'stream_uuid', uuids))
    .execute();
  const deletion = write
    .deleteFrom('stream')
    .where(isInList(kind, 'uuid', uuids))
    .where('has_reports', '=', 0);
  const { numDeletedRows } = await deletion.executeTakeFirst();
  await setImmediate();
  if (numDeletedRows === BigInt(uuids.length)) return;
  const kept = write
    .selectFrom('stream')
    .select('display_name as displayName')
    .where(isInList(kind, 'uuid', uuids));
  const reported = await kept.limit(1).executeTakeFirst();
  if (reported === undefined) return;
  throw retryLater('unavailable', errorOptionsOf('first-report', { name: reported.displayName }), 1);
}
