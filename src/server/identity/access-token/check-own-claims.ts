/**
 * Checks the lifetime and the session of tokens of the embedded provider. Without these checks, somebody with a copy of
 * the signing key, for example from a backup, could sign tokens that never expire, or that combine one user's session
 * with another user's rights.
 */
import type { JWTPayload } from 'jose';
import { createBatchLookup } from '../../shared/cache/coalesce.ts';
import { TokenError } from './token-refusal.ts';
import { clockToleranceSeconds } from './verify-token.ts';

/** Returns the subject of each given session that has not ended, by session id. */
type FindSessionOwners = (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

interface OwnClaimsOptions {
  readonly findSessionOwners: FindSessionOwners;
  /** The lifetime of tokens that the provider issues. A token with a longer lifetime is refused. */
  readonly accessTokenSeconds: number;
  readonly now: () => number;
}

/**
 * Creates a check that throws TokenError unless the token has the lifetime of issued tokens and its session belongs to
 * its subject.
 */
export function createOwnClaimsCheck({ findSessionOwners, accessTokenSeconds, now }: OwnClaimsOptions) {
  // Concurrent checks share one query, because after a restart all boards reconnect at once.
  const findOwners = createBatchLookup(findSessionOwners);
  return async ({ sub, sid, iat, exp }: JWTPayload): Promise<void> => {
    const isLifeAsIssued =
      iat !== undefined &&
      exp !== undefined &&
      exp - iat <= accessTokenSeconds &&
      iat * 1000 <= now() + clockToleranceSeconds * 1000;
    if (!isLifeAsIssued)
      throw new TokenError('revoked', 'The token is valid for longer than this server issues tokens.');
    if (typeof sid !== 'string' || (await findOwners(sid)).get(sid) !== sub) {
      throw new TokenError('revoked', 'The session of the token has ended, or belongs to another user.');
    }
  };
}
