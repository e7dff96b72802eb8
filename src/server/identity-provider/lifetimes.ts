const hour = 3600;

/**
 * How long the sessions and tokens of the embedded identity provider are valid.
 *
 * An open board renews its token every few minutes, and each renewal extends the session. So a screen on a wall
 * does not ask for a password at night. A closed board asks again after 14 h: a long shift with its handover.
 * After 30 days every board asks, at the time of day of the last password.
 */
export const defaultLifetimes = {
  /** Access tokens and id tokens. Short, because a stolen token can be used until it expires. */
  accessTokenSeconds: 600,
  /** A session without a renewal, because the board is closed or the computer sleeps. */
  sessionIdleSeconds: 14 * hour,
  /** A session in total, counted from the entry of the password. */
  maxSessionSeconds: 30 * 24 * hour,
  /** How long a used refresh token can be used again, for two tabs that renew at once. */
  refreshGraceSeconds: 20,
  /** An open sign-in form. */
  signInFormSeconds: 12 * hour,
};

export type Lifetimes = Readonly<typeof defaultLifetimes>;
