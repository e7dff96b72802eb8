/** From an Authorization header to the person behind it. */
import { userOfGroups, type GroupRight } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { createTtlCache } from '../shared/ttl-cache.ts';
import type { UserCaller } from '../http/api-server.ts';
import { readGroupRights } from '../rights/group-rights.ts';
import { createRevocationLookup } from './revocation-lookup.ts';
import { hashOfToken, refusal, type VerifiedToken, type VerifyToken } from './verify-token.ts';

export interface AuthenticatorOptions {
  readonly verifyToken: VerifyToken;
  readonly database: Database;
  readonly now: () => number;
}

/** Throws AppError `unauthenticated`. A sign-out counts at once, a change of rights within a second. */
export type Authenticate = (authorization: string | undefined) => Promise<UserCaller>;

/** Checking a signature costs more than all the rest: the outcome is kept until the token ends. */
const mostTokens = 10_000;
const rightsForMs = 1_000;

export function createAuthenticator({ verifyToken, database, now }: AuthenticatorOptions): Authenticate {
  // By hash, not by token: what is in memory is of no use to anybody.
  const verified = new Map<string, Promise<VerifiedToken>>();
  const isRevoked = createRevocationLookup(database);
  const rights = createTtlCache<readonly GroupRight[]>({ forMs: rightsForMs, now });

  function verify(token: string): Promise<VerifiedToken> {
    const hash = hashOfToken(token);
    const outcome = verified.get(hash) ?? verifyToken(token);
    // Put at the end anew: the first one is the one that was not used for the longest time.
    verified.delete(hash);
    verified.set(hash, outcome);
    const [oldest] = verified.keys();
    if (verified.size > mostTokens && oldest !== undefined) verified.delete(oldest);
    outcome.catch(() => verified.delete(hash));
    return outcome;
  }

  return async (authorization) => {
    const token = bearerOf(authorization);
    const { subject, tokenId, groups, expiresAt } = await verify(token);
    if (expiresAt <= now()) {
      verified.delete(hashOfToken(token));
      throw refusal('The token has expired.');
    }
    if (await isRevoked(tokenId)) throw refusal('This sign-in has ended.');
    const current = await rights.get('all', () => readGroupRights(database));
    return { user: userOfGroups(subject, groups, current), tokenId, expiresAt };
  };
}

/** RFC 6750, section 2.1. */
function bearerOf(authorization: string | undefined): string {
  const token = /^bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) throw refusal('Send an access token: Authorization: Bearer <token>.');
  return token;
}
