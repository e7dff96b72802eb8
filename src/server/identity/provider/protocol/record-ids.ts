/**
 * Hashes the ids of records before they are stored. The id of a session is its cookie, and the id of a refresh token or
 * code is the token itself, so with plain ids a copy of the database would be enough to sign in.
 */
import { createHash } from 'node:crypto';
import type { Database } from '../../../database/database.ts';

const secretModels = ['Session', 'RefreshToken', 'AuthorizationCode'];
const prefix = 'sha256:';

/** Returns the stored id for an id that a client has sent. */
export function storedIdOf(model: string, id: string): string {
  if (!secretModels.includes(model)) return id;
  return prefix + createHash('sha256').update(id).digest('hex');
}

/**
 * Returns the stored id of a record that oidc-provider has loaded. A session that was found by its `uid` has its stored
 * id already. NOTE: never use this function for an id that a client has sent, because the stored hash would be accepted
 * like the id.
 */
export function storedIdOfRecord(model: string, id: string): string {
  return id.startsWith(prefix) ? id : storedIdOf(model, id);
}

/** The number of records per commit. With one commit for each record, the update of a large home would take minutes. */
const batchSize = 500;

/** Hashes the ids that an earlier version stored in plain text, so that its sessions continue. Idempotent. */
export async function hashStoredIds(database: Database): Promise<void> {
  let changed = batchSize;
  while (changed === batchSize) changed = await hashBatch(database);
}

/** Hashes the ids of at most `batchSize` records. Returns the number of records that were changed. */
function hashBatch({ query }: Database): Promise<number> {
  return query.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('identity_record')
      .select(['model', 'id', 'payload'])
      .where('model', 'in', secretModels)
      .where('id', 'not like', `${prefix}%`)
      // Locks the rows in a fixed order, so that processes that start at once cannot deadlock.
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
