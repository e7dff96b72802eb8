/** How long the sessions and tokens of the embedded provider are valid. Seconds. */
export interface Lifetimes {
  /** Access tokens and id tokens. Kept short, because a stolen token stays usable until it expires. */
  readonly accessTokenSeconds: number;
  /** A session without a renewal: the board is closed or the computer sleeps. */
  readonly sessionIdleSeconds: number;
  /** A session in total, counted from the password. */
  readonly maxSessionSeconds: number;
  /** How long a used refresh token can be used again, for two tabs that renew at once. */
  readonly refreshGraceSeconds: number;
  /** An open sign-in form. */
  readonly signInFormSeconds: number;
}

const hour = 3600;

/**
 * An open board renews its token every few minutes, and each renewal extends the session. So a screen on a wall
 * does not ask for a password at night. A closed board asks again after 14 h: a long shift with its handover.
 * After 30 days every board asks, at the time of day of the last password.
 */
export const defaultLifetimes: Lifetimes = {
  accessTokenSeconds: 600,
  sessionIdleSeconds: 14 * hour,
  maxSessionSeconds: 30 * 24 * hour,
  refreshGraceSeconds: 20,
  signInFormSeconds: 12 * hour,
};
