/** Access tokens that were signed out before they ended. They are remembered until they would have. */
import type { Database } from '../database/database.ts';

export interface RevokedToken {
  readonly tokenId: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Also forgets those that have ended by now. */
export async function revokeToken(database: Database, token: RevokedToken, now: number): Promise<void> {
  await database.query
    .insertInto('revoked_token')
    .values({ token_id: token.tokenId, expires_at: token.expiresAt })
    .onConflict((conflict) => conflict.column('token_id').doNothing())
    .execute();
  await database.query.deleteFrom('revoked_token').where('expires_at', '<=', now).execute();
}

/** Those of the tokens that were signed out. */
export async function findRevoked(database: Database, tokenIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await database.query
    .selectFrom('revoked_token')
    .select('token_id')
    .where('token_id', 'in', tokenIds)
    .execute();
  return new Set(rows.map(({ token_id }) => token_id));
}
