import type { Transaction } from 'kysely';
import { splitIntoBatches } from '../../../database/batches.ts';
import type { DatabaseKind } from '../../../database/database.ts';
import { isInList } from '../../../database/is-in-list.ts';
import type { Schema } from '../../../database/schema.ts';

/**
 * Marks rooms that become ACTIVE again as seen now, because their devices need time to report. A room that has never
 * sent anything is not changed.
 */
export async function markRoomsAsSeen(
  { kind, write }: { readonly kind: DatabaseKind; readonly write: Transaction<Schema> },
  uuids: readonly string[],
  now: number,
): Promise<void> {
  for (const batch of splitIntoBatches(uuids)) {
    await write
      .updateTable('stream')
      .set({ seen_at: now, watched_since: now })
      .where('seen_at', 'is not', null)
      .where(isInList(kind, 'uuid', batch))
      .execute();
  }
}
