/** The session as a tab stores it in its session storage, which is deleted with the tab and at sign-out. */
import * as z from 'zod/mini';
import { hasRefreshToken, type SignedInUser } from '../provider.ts';

export interface StoredSession {
  /** The tokens and the profile of the signed-in user. */
  readonly user: SignedInUser;
  /** The id of the sign-in. A renewal keeps the id, and tabs that copy the session share it. */
  readonly lineage: string;
  /** The number of renewals. Of the copies of a session, that with the highest number has the valid refresh token. */
  readonly generation: number;
  /** When the access token was issued, in epoch milliseconds by the clock of this device. */
  readonly issuedAt: number;
  /** The API's response to this access token: none yet, accepted, or refused with 401. */
  readonly apiAnswer: 'none' | 'accepted' | 'refused';
  /** Whether the access token was requested because the API refused the previous access token. */
  readonly replacesRefused: boolean;
}

const SerializedUser: z.ZodMiniType<SignedInUser> = z.object({
  access_token: z.string(),
  refresh_token: z.optional(z.string()),
  id_token: z.optional(z.string()),
  expires_at: z.optional(z.number()),
  profile: z.object({ sub: z.string() }),
});

const SerializedSession = z.object({
  user: z.string(),
  lineage: z.string(),
  generation: z.int(),
  issuedAt: z.number(),
  apiAnswer: z.enum(['none', 'accepted', 'refused']),
  replacesRefused: z.boolean(),
});

export function serializeSession(session: StoredSession): string {
  return JSON.stringify({ ...session, user: JSON.stringify(session.user) });
}

/** Parses a stored session. Returns undefined when the text is not a session of this version of the app. */
export function parseSession(text: string | null): StoredSession | undefined {
  if (text === null) return undefined;
  try {
    const serialized = SerializedSession.parse(JSON.parse(text));
    return { ...serialized, user: SerializedUser.parse(JSON.parse(serialized.user)) };
  } catch {
    return undefined;
  }
}

/** Creates the session after a sign-in or a renewal. The API has not responded to its token yet. */
export function newSession(
  user: SignedInUser,
  { lineage, generation, replacesRefused }: Pick<StoredSession, 'lineage' | 'generation' | 'replacesRefused'>,
): StoredSession {
  return { user, lineage, generation, replacesRefused, issuedAt: Date.now(), apiAnswer: 'none' };
}

/** The fields of the session that replaces this one after a renewal. */
export function successorOf(session: StoredSession): Pick<StoredSession, 'lineage' | 'generation' | 'replacesRefused'> {
  // Without a known expiry, a refusal can mean that the token has expired, so it may be replaced again.
  const replacesRefused = session.apiAnswer === 'refused' && Number.isFinite(expiryOf(session));
  return { lineage: session.lineage, generation: session.generation + 1, replacesRefused };
}

/** Whether both sessions have the same tokens. The API's responses may differ. */
export function hasSameTokens(one: StoredSession | undefined, other: StoredSession | undefined): boolean {
  return one?.lineage === other?.lineage && one?.generation === other?.generation;
}

/** A token that expires sooner is renewed before a call uses it. */
const minTokenLifetimeMs = 10_000;

/**
 * When the access token expires, in epoch milliseconds. Infinity when the provider does not send it. Each token is used
 * for at least 10 s, because a token that expires at once could cause endless renewals.
 */
function expiryOf({ user, issuedAt }: StoredSession): number {
  if (user.expires_at === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(user.expires_at * 1_000, issuedAt + minTokenLifetimeMs);
}

/** Whether the access token can be sent to the API. */
export function isSessionUsable(session: StoredSession, now: number): boolean {
  const expiry = expiryOf(session);
  const marginMs = Math.min(minTokenLifetimeMs, (expiry - session.issuedAt) / 4);
  return session.apiAnswer !== 'refused' && expiry - now > marginMs;
}

/**
 * Whether another token may be requested in place of one that the API refused. Yes if the token was accepted before,
 * because it may have been revoked. No if the API has never accepted it, or if it already replaces a refused one: the
 * API would refuse the next one too, and the redirects would never end.
 */
export function isSessionReplaceable({ apiAnswer, replacesRefused }: StoredSession): boolean {
  return apiAnswer === 'accepted' && !replacesRefused;
}

/**
 * When to renew the tokens, in epoch milliseconds. With a refresh token users do not notice a renewal: it happens after
 * 60% of the lifetime. Without a refresh token the page has to visit the provider, so the renewal happens a minute
 * before the expiry.
 */
export function renewalTimeOf(session: StoredSession): number {
  const lifetimeMs = expiryOf(session) - session.issuedAt;
  const delayMs = hasRefreshToken(session.user) ? lifetimeMs * 0.6 : Math.max(lifetimeMs / 2, lifetimeMs - 60_000);
  return session.issuedAt + delayMs;
}
