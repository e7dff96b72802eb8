/** Turns an Authorization header into a user with rights. */
import type { RecheckCallers, UserCaller } from '../http/api-server.ts';
import { type User, userOfGroups } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { readGroupRights } from '../people/group-rights.ts';
import { createTtlCache } from '../shared/cache/ttl-cache.ts';
import { createThrottledLog, type WarnLog } from '../shared/throttled-log.ts';
import { createEndedTokenLookup, type FindEndedTokens } from './token-revocation.ts';
import { createExpiryError, TokenError } from './access-token/token-refusal.ts';
import { hashOfToken, type VerifiedToken, type VerifyToken } from './access-token/verify-token.ts';

interface CurrentRightsOptions {
  readonly database: Database;
  readonly now: () => number;
  /**
   * Reads the present groups of the accounts of the embedded provider, by subject. These groups replace those in
   * the token, which may be ten minutes old. Undefined with an external provider.
   */
  readonly readAccountGroups?: (() => Promise<ReadonlyMap<string, readonly string[]>>) | undefined;
}

export interface AuthenticatorOptions extends CurrentRightsOptions {
  readonly verifyToken: VerifyToken;
  readonly findEndedTokens: FindEndedTokens;
  /** Logs refused tokens, each reason once a minute. */
  readonly log: WarnLog;
}

/**
 * Authenticates the user of an Authorization header. Throws AppError `unauthenticated`. A revoked token is refused at
 * once; changed rights apply within a second.
 */
export type Authenticate = (authorization: string | undefined) => Promise<UserCaller>;

export interface Authenticator {
  readonly authenticate: Authenticate;
  readonly recheck: RecheckCallers;
}

/**
 * The maximum number of cached tokens. It exceeds the viewers of a process: with a smaller cache, boards that reconnect
 * one after another would replace each other's entries. An entry takes about 1 KB.
 */
const maxCachedTokens = 50_000;
const maxLoggedGroups = 20;
const rightsCacheMs = 1_000;

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { verifyToken, findEndedTokens, now, log } = options;
  // Caches verified tokens until they expire, because verifying the signature is expensive. The key is a hash, so that
  // a memory dump contains no usable token.
  const verified = new Map<string, Promise<VerifiedToken>>();
  const hasEnded = createEndedTokenLookup(findEndedTokens);
  const loggedWithoutRights = new WeakSet<VerifiedToken>();
  const logThrottled = createThrottledLog(now);
  const currentRights = createCurrentRightsReader(options);

  function verify(token: string): Promise<VerifiedToken> {
    const hash = hashOfToken(token);
    const outcome = verified.get(hash) ?? verifyToken(token);
    // Reinserts the entry, so that the first key of the Map is the least recently used one.
    verified.delete(hash);
    verified.set(hash, outcome);
    // NOTE: `keys()` of a Map steps over every deleted entry, which is slow, so it is used only when the cache is full.
    if (verified.size > maxCachedTokens) deleteOldest();
    outcome.catch((error: unknown) => {
      verified.delete(hash);
      if (error instanceof TokenError) logRefusal(error);
    });
    return outcome;
  }

  function deleteOldest(): void {
    const [oldest] = verified.keys();
    if (oldest !== undefined) verified.delete(oldest);
  }

  function logRefusal({ reason, options: { detail } }: TokenError): void {
    const message = 'access tokens of the identity provider are refused';
    logThrottled(log, { device: '', kind: reason, details: { reason, detail }, message });
  }

  /** Logs that a user has no rights, once for each token, because the page repeats its calls. */
  function logWithoutRights(token: VerifiedToken): void {
    if (loggedWithoutRights.has(token)) return;
    loggedWithoutRights.add(token);
    const { subject, groups, groupsSource: source } = token;
    const found = { subject, source, groups: groups.slice(0, maxLoggedGroups), groupCount: groups.length };
    log.warn(found, 'a signed-in user has no group with a right');
  }

  return {
    authenticate: async (authorization) => {
      const token = bearerOf(authorization);
      const verifiedToken = await verify(token);
      const { tokenId, sessionId, groups, expiresAt } = verifiedToken;
      if (expiresAt <= now()) {
        verified.delete(hashOfToken(token));
        throw createExpiryError(expiresAt / 1000, now());
      }
      if (await hasEnded({ tokenId, sessionId })) throw new TokenError('revoked', 'The user has signed out.');
      const user = (await currentRights())(verifiedToken, groups);
      if (user.scopes.length === 0) logWithoutRights(verifiedToken);
      return { user, groups, tokenId, sessionId, expiresAt };
    },
    recheck: async (callers) => {
      const [ended, withRights] = await Promise.all([findEndedTokens(callers), currentRights()]);
      return callers.map((caller) => (ended.has(caller) ? undefined : withRights(caller.user, caller.groups)));
    },
  };
}

/** Returns the token of a header such as `Bearer <token>` (RFC 6750, section 2.1). */
function bearerOf(authorization: string | undefined): string {
  const token = /^bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) {
    throw new TokenError('missing', 'Send an access token: Authorization: Bearer <token>.');
  }
  return token;
}

/** Combines a user with the present rights. `inToken`: the groups in the token. */
type WithRights = (who: Pick<User, 'subject' | 'displayName'>, inToken: readonly string[]) => User;

/** Reads the present rights of users, at most once a second. */
export function createCurrentRightsReader({ database, now, readAccountGroups }: CurrentRightsOptions) {
  const cache = createTtlCache<WithRights>({ ttlMs: rightsCacheMs, now });
  return () =>
    cache.get('all', async () => {
      const [rights, groups] = await Promise.all([readGroupRights(database), readAccountGroups?.()]);
      // An account that was created in the last second is not in the cache, so the groups in its token are used.
      return (who, inToken) => userOfGroups(who, groups?.get(who.subject) ?? inToken, rights);
    });
}
