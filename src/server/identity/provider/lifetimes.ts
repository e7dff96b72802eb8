const hourSeconds = 3600;

/**
 * How long the sessions and tokens of the embedded identity provider are valid.
 *
 * An open board renews its token every few minutes, and each renewal extends the session. So a screen on a wall
 * does not ask for a password at night. A closed board asks again after 14 h, which is a long shift with its handover.
 * After 30 days every board asks for the password, at the time of day at which it was entered.
 */
export const defaultLifetimes = {
  /** Access tokens and id tokens. Short, because a stolen token can be used until it expires. */
  accessTokenSeconds: 600,
  /** How long a session lasts that is not renewed, because the board is closed or the computer sleeps. */
  sessionIdleSeconds: 14 * hourSeconds,
  /** How long a session lasts in total, since the password was entered. */
  maxSessionSeconds: 30 * 24 * hourSeconds,
  /** How long a used refresh token can be used again, for two tabs that renew at once. */
  refreshGraceSeconds: 20,
  /** How long a sign-in form can be submitted after it was opened. */
  signInFormSeconds: 12 * hourSeconds,
};

export type Lifetimes = Readonly<typeof defaultLifetimes>;
