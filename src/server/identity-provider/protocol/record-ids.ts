/**
 * The ids under which records are stored. The id of a session is its cookie, and the id of a refresh token or code is
 * the token itself. Their hashes are stored, so that nobody can sign in with a copy of the database.
 */
import { createHash } from 'node:crypto';
import type { Database } from '../../database/database.ts';

const secretModels = ['Session', 'RefreshToken', 'AuthorizationCode'];
const prefix = 'sha256:';

/** The stored id for an id that a client has sent. */
export function storedIdOf(model: string, id: string): string {
  if (!secretModels.includes(model)) return id;
  return prefix + createHash('sha256').update(id).digest('hex');
}

/**
 * Like `storedIdOf`, for a record that oidc-provider has. A session that was found by its `uid` has only its stored id.
 * NOTE: never look up with it. The hash itself would then be as good as the id.
 */
export function storedIdOfRecord(model: string, id: string): string {
  return id.startsWith(prefix) ? id : storedIdOf(model, id);
}

/** A commit for each record would keep the boards of a large home dark for minutes. */
const batchSize = 500;

/** Hashes the ids that an earlier version stored, so that its sessions continue. Idempotent. */
export async function hashStoredIds(database: Database): Promise<void> {
  let changed = batchSize;
  while (changed === batchSize) changed = await hashBatch(database);
}

/** Returns the number of records that were changed. */
function hashBatch({ query }: Database): Promise<number> {
  return query.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('identity_record')
      .select(['model', 'id', 'payload'])
      .where('model', 'in', secretModels)
      .where('id', 'not like', `${prefix}%`)
      // Processes that start at once lock the rows in the same order, so they cannot deadlock.
      .orderBy('model')
      .orderBy('id')
      .limit(batchSize)
      .execute();
    for (const { model, id, payload } of rows) {
      await transaction
        .updateTable('identity_record')
        .set({ id: storedIdOf(model, id), payload: payload.replaceAll(JSON.stringify(id), '""') })
        .where('model', '=', model)
        .where('id', '=', id)
        .execute();
    }
    return rows.length;
  });
}
