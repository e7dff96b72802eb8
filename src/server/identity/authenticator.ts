/** Turns an Authorization header into a user with rights. */
import { userOfGroups, type GroupRight } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import type { UserCaller } from '../http/api-server.ts';
import { readGroupRights } from '../rights/group-rights.ts';
import { createTtlCache } from '../shared/ttl-cache.ts';
import { createRevocationLookup } from './token-revocation.ts';
import { hashOfToken, invalidToken, type VerifiedToken, type VerifyToken } from './verify-token.ts';

export interface AuthenticatorOptions {
  readonly verifyToken: VerifyToken;
  readonly database: Database;
  readonly now: () => number;
}

/** Throws AppError `unauthenticated`. A sign-out takes effect at once, a change of rights within a second. */
export type Authenticate = (authorization: string | undefined) => Promise<UserCaller>;

const maxCachedTokens = 10_000;
const rightsCacheMs = 1_000;

export function createAuthenticator({ verifyToken, database, now }: AuthenticatorOptions): Authenticate {
  // Verifying the signature is the expensive part, so the result is cached until the token expires.
  // The key is a hash: a memory dump then contains no usable token.
  const verified = new Map<string, Promise<VerifiedToken>>();
  const isRevoked = createRevocationLookup(database);
  const rights = createTtlCache<readonly GroupRight[]>({ ttlMs: rightsCacheMs, now });

  function verify(token: string): Promise<VerifiedToken> {
    const hash = hashOfToken(token);
    const outcome = verified.get(hash) ?? verifyToken(token);
    // A Map keeps insertion order. Reinserting the entry makes the first key the least recently used one.
    verified.delete(hash);
    verified.set(hash, outcome);
    const [oldest] = verified.keys();
    if (verified.size > maxCachedTokens && oldest !== undefined) verified.delete(oldest);
    outcome.catch(() => verified.delete(hash));
    return outcome;
  }

  return async (authorization) => {
    const token = bearerOf(authorization);
    const { subject, tokenId, groups, expiresAt } = await verify(token);
    if (expiresAt <= now()) {
      verified.delete(hashOfToken(token));
      throw invalidToken('The token has expired.');
    }
    if (await isRevoked(tokenId)) throw invalidToken('The user has signed out.');
    const current = await rights.get('all', () => readGroupRights(database));
    return { user: userOfGroups(subject, groups, current), tokenId, expiresAt };
  };
}

/** RFC 6750, section 2.1. */
function bearerOf(authorization: string | undefined): string {
  const token = /^bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) throw invalidToken('Send an access token: Authorization: Bearer <token>.');
  return token;
}
