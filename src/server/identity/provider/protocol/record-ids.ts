/**
 * Hashes the ids of records before they are stored. The id of a session is its cookie, and the id of a refresh token or
 * code is the token itself, so with plain ids a copy of the database would be enough to sign in.
 */
import { createHash } from 'node:crypto';

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
