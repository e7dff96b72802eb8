/** Turns an Authorization header into a user with rights. */
import type { RecheckCallers, UserCaller } from '../http/api-server.ts';
import { createCurrentRights, type CurrentRightsOptions } from './current-rights.ts';
import { createThrottledLog, type WarnLog } from '../shared/throttled-log.ts';
import { createEndedTokenLookup, type FindEndedTokens } from './token-revocation.ts';
import { expiredRefusal, TokenError } from './access-token/token-refusal.ts';
import { hashOfToken, type VerifiedToken, type VerifyToken } from './access-token/verify-token.ts';

export interface AuthenticatorOptions extends CurrentRightsOptions {
  readonly verifyToken: VerifyToken;
  readonly findEndedTokens: FindEndedTokens;
  /** Each reason for which tokens are refused is logged once a minute. */
  readonly log: WarnLog;
}

/** Throws AppError `unauthenticated`. A sign-out takes effect at once, a change of rights within a second. */
export type Authenticate = (authorization: string | undefined) => Promise<UserCaller>;

export interface Authenticator {
  readonly authenticate: Authenticate;
  readonly recheck: RecheckCallers;
}

/**
 * More than the viewers of a process. With fewer, boards that reconnect one after another would each find that the
 * entry of their token was just replaced. An entry takes about 1 KB.
 */
const maxCachedTokens = 50_000;
const maxLoggedGroups = 20;

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { verifyToken, findEndedTokens, now, log } = options;
  // Verifying the signature is the expensive part, so the result is cached until the token expires.
  // The key is a hash: a memory dump then contains no usable token.
  const verified = new Map<string, Promise<VerifiedToken>>();
  const hasEnded = createEndedTokenLookup(findEndedTokens);
  const loggedWithoutRights = new WeakSet<VerifiedToken>();
  const logThrottled = createThrottledLog(now);
  const currentRights = createCurrentRights(options);

  function verify(token: string): Promise<VerifiedToken> {
    const hash = hashOfToken(token);
    const outcome = verified.get(hash) ?? verifyToken(token);
    // A Map keeps insertion order. Reinserting the entry makes the first key the least recently used one.
    verified.delete(hash);
    verified.set(hash, outcome);
    // NOTE: a Map keeps gaps where entries were deleted, and `keys()` has to pass them. So only a full cache looks there.
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

  /** Logged once for each token, because a page without rights repeats its calls. */
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
        throw expiredRefusal(expiresAt / 1000, now());
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

/** RFC 6750, section 2.1. */
function bearerOf(authorization: string | undefined): string {
  const token = /^bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) {
    throw new TokenError('missing', 'Send an access token: Authorization: Bearer <token>.');
  }
  return token;
}
