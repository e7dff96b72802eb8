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

/** Hashes the ids that an earlier version stored, so that its sessions continue. Idempotent. */
export async function hashStoredIds({ query }: Database): Promise<void> {
  const rows = await query
    .selectFrom('identity_record')
    .select(['model', 'id', 'payload'])
    .where('model', 'in', secretModels)
    .where('id', 'not like', `${prefix}%`)
    .execute();
  for (const { model, id, payload } of rows) {
    await query
      .updateTable('identity_record')
      .set({ id: storedIdOf(model, id), payload: payload.replaceAll(JSON.stringify(id), '""') })
      .where('model', '=', model)
      .where('id', '=', id)
      .execute();
  }
}
