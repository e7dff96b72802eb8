import * as z from 'zod/mini';
import type { Database } from '../../../database/database.ts';
import { isInList } from '../../../database/is-in-list.ts';

const Grant = z.object({ accountId: z.string() });

/**
 * Returns the subject of each given session, by session id. The session id is the id of the grant that a session, its
 * codes and its tokens share. A session that has ended is missing.
 */
export async function findSessionOwners(
  { kind, query }: Database,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await query
    .selectFrom('identity_record')
    .select(['id', 'payload'])
    .where('model', '=', 'Grant')
    .where(isInList(kind, 'id', [...new Set(sessionIds)]))
    .execute();
  return new Map(rows.map(({ id, payload }) => [id, Grant.parse(JSON.parse(payload)).accountId]));
}
