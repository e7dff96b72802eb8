/** Access tokens that were signed out before they expired. The table keeps a token until its expiry. */
import type { Database } from '../database/database.ts';
import { createGroupCommit } from '../shared/group-commit.ts';

interface RevokedToken {
  readonly tokenId: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

const maxTokensPerQuery = 5_000;

/** Idempotent. Also deletes the revoked tokens that have expired. */
export async function revokeToken(database: Database, token: RevokedToken, now: number): Promise<void> {
  await database.query
    .insertInto('revoked_token')
    .values({ token_id: token.tokenId, expires_at: token.expiresAt })
    .onConflict((conflict) => conflict.column('token_id').doNothing())
    .execute();
  await database.query.deleteFrom('revoked_token').where('expires_at', '<=', now).execute();
}

/**
 * Returns a function that tells whether a token is revoked. It has no cache, so a sign-out counts at once in
 * every process. Concurrent lookups share one query, because thousands of boards can reconnect at once.
 */
export function createRevocationLookup(database: Database): (tokenId: string) => Promise<boolean> {
  const { submit } = createGroupCommit<string, boolean>({
    weightOf: () => 1,
    maxWeight: maxTokensPerQuery,
    isItemFault: () => false,
    commit: async (tokenIds) => {
      const rows = await database.query
        .selectFrom('revoked_token')
        .select('token_id')
        .where('token_id', 'in', tokenIds)
        .execute();
      const revoked = new Set(rows.map(({ token_id }) => token_id));
      return tokenIds.map((tokenId) => revoked.has(tokenId));
    },
  });
  return submit;
}
