/** The session as a tab stores it in its session storage. It is deleted when the tab closes and at sign-out. */
import { User } from 'oidc-client-ts';
import * as z from 'zod/mini';
import { hasRefreshToken } from './provider.ts';

export interface StoredSession {
  /** The user with the tokens. */
  readonly user: User;
  /** Identifies the sign-in. A renewal does not change it, and tabs that copied the session have the same lineage. */
  readonly lineage: string;
  /** The number of renewals. Of two sessions with one lineage the higher generation has the valid refresh token. */
  readonly generation: number;
  /** When the access token was issued, in epoch milliseconds by the clock of this device. */
  readonly issuedAt: number;
}

const SerializedSession = z.object({
  user: z.string(),
  lineage: z.string(),
  generation: z.int(),
  issuedAt: z.number(),
});

export function serializeSession({ user, lineage, generation, issuedAt }: StoredSession): string {
  return JSON.stringify({ user: user.toStorageString(), lineage, generation, issuedAt });
}

/** Reads a session. Undefined: the text is no session, or one of another version of the app. */
export function parseSession(text: string | null): StoredSession | undefined {
  if (text === null) return undefined;
  try {
    const serialized = SerializedSession.parse(JSON.parse(text));
    return { ...serialized, user: User.fromStorageString(serialized.user) };
  } catch {
    return undefined;
  }
}

/** When the access token expires, in epoch milliseconds. Infinity: the provider sent no expiry. */
export function expiryOf({ user }: StoredSession): number {
  return user.expires_at === undefined ? Number.POSITIVE_INFINITY : user.expires_at * 1_000;
}

/**
 * When to renew the tokens, in epoch milliseconds. With a refresh token the user does not notice a renewal, so it
 * happens after 60% of the lifetime. Without a refresh token the page has to visit the provider, so it happens a minute
 * before the expiry.
 */
export function renewalTimeOf(session: StoredSession): number {
  const lifetimeMs = expiryOf(session) - session.issuedAt;
  const delayMs = hasRefreshToken(session.user) ? lifetimeMs * 0.6 : Math.max(lifetimeMs / 2, lifetimeMs - 60_000);
  return session.issuedAt + delayMs;
}
