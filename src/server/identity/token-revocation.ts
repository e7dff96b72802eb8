/** Access tokens that were signed out before they expired. The table keeps a token until its expiry. */
import type { Database } from '../database/database.ts';
import { createCoalescer } from '../shared/coalesce.ts';

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
  const { get } = createCoalescer<ReadonlySet<string>>();
  let queued = new Set<string>();

  function readRevoked(): Promise<ReadonlySet<string>> {
    const tokenIds = [...queued];
    queued = new Set();
    return readRevokedTokens(database, tokenIds);
  }

  return async (tokenId) => {
    queued.add(tokenId);
    return (await get('revoked', readRevoked)).has(tokenId);
  };
}

async function readRevokedTokens({ query }: Database, tokenIds: readonly string[]): Promise<ReadonlySet<string>> {
  const revoked = new Set<string>();
  for (let start = 0; start < tokenIds.length; start += maxTokensPerQuery) {
    const rows = await query
      .selectFrom('revoked_token')
      .select('token_id')
      .where('token_id', 'in', tokenIds.slice(start, start + maxTokensPerQuery))
      .execute();
    for (const { token_id } of rows) revoked.add(token_id);
  }
  return revoked;
}
