/** Whether tokens were signed out; those asked about together, or while an answer is awaited, share a query. */
import type { Database } from '../database/database.ts';
import { createGroupCommit } from '../shared/group-commit.ts';
import { findRevoked } from './revoked-tokens.ts';

/** A storm of viewers that come back asks for thousands. */
const mostInQuery = 5_000;

/** Never older than the question: a sign-out counts at once, at every process. */
export function createRevocationLookup(database: Database): (tokenId: string) => Promise<boolean> {
  const { submit } = createGroupCommit<string, boolean>({
    weightOf: () => 1,
    limit: mostInQuery,
    isOneAtFault: () => false,
    commit: async (tokenIds) => {
      const revoked = await findRevoked(database, [...new Set(tokenIds)]);
      return tokenIds.map((tokenId) => revoked.has(tokenId));
    },
  });
  return submit;
}
