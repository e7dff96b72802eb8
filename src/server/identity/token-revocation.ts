/** Finds access tokens that ended before they expired, because they were revoked or their session has ended. */
import type { Database } from '../database/database.ts';
import { isInList } from '../database/is-in-list.ts';
import type { TokenIds, UserCaller } from '../http/api-server.ts';
import { createBatchLookup } from '../shared/cache/coalesce.ts';

/** Returns the given sessions of the embedded provider that have not ended. */
export type FindActiveSessions = (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;

/** Returns the given tokens that were revoked or whose session has ended. */
export type FindEndedTokens = (tokens: readonly TokenIds[]) => Promise<ReadonlySet<TokenIds>>;

const maxTokensPerQuery = 5_000;

/** Revokes a token. Idempotent. Also deletes revoked tokens that have expired. */
export async function revokeToken(
  database: Pick<Database, 'query'>,
  token: Pick<UserCaller, 'tokenId' | 'expiresAt'>,
  now: number,
): Promise<void> {
  await database.query
    .insertInto('revoked_token')
    .values({ token_id: token.tokenId, expires_at: token.expiresAt })
    .onConflict((conflict) => conflict.column('token_id').doNothing())
    .execute();
  await database.query.deleteFrom('revoked_token').where('expires_at', '<=', now).execute();
}

/**
 * Creates a search in the database for tokens that have ended. It has no cache, so a sign-out takes effect at once in
 * every process. `findActiveSessions`: undefined with an external provider, whose sessions are not known.
 */
export function createEndedTokenSearch(database: Database, findActiveSessions?: FindActiveSessions): FindEndedTokens {
  return async (tokens) => {
    const revoked = new Set<string>();
    const active = new Set<string>();
    for (let start = 0; start < tokens.length; start += maxTokensPerQuery) {
      const part = tokens.slice(start, start + maxTokensPerQuery);
      for (const id of await readRevokedTokens(database, part)) revoked.add(id);
      const sessionIds = new Set(part.flatMap(({ sessionId }) => sessionId ?? []));
      for (const id of (await findActiveSessions?.([...sessionIds])) ?? []) active.add(id);
    }
    const hasEnded = ({ tokenId, sessionId = '' }: TokenIds) =>
      revoked.has(tokenId) || (findActiveSessions !== undefined && !active.has(sessionId));
    return new Set(tokens.filter(hasEnded));
  };
}

/** Coalesces concurrent searches into one query, because thousands of boards can reconnect at once. */
export function createEndedTokenLookup(findEndedTokens: FindEndedTokens): (token: TokenIds) => Promise<boolean> {
  const findEnded = createBatchLookup(findEndedTokens);
  return async (token) => (await findEnded(token)).has(token);
}

async function readRevokedTokens({ kind, query }: Database, tokens: readonly TokenIds[]): Promise<readonly string[]> {
  const tokenIds = [...new Set(tokens.map(({ tokenId }) => tokenId))];
  const rows = await query
    .selectFrom('revoked_token')
    .select('token_id')
    .where(isInList(kind, 'token_id', tokenIds))
    .execute();
  return rows.map(({ token_id: id }) => id);
}
