/** How long what the provider hands out stays valid. All in seconds. */
export interface Lifetimes {
  /** Access and id tokens. A lost one is worth little; the browser renews it by itself. */
  readonly accessTokenSeconds: number;
  /** A session nobody renews: the board was closed, or the computer slept. */
  readonly sessionIdleSeconds: number;
  /** A session, however busy, counted from the password. */
  readonly maxSessionSeconds: number;
  /** A refresh token that was used may be used again for this long: two tabs renew at once. */
  readonly refreshGraceSeconds: number;
  /** An open sign-in form. */
  readonly signInFormSeconds: number;
}

const hour = 3600;

/**
 * An open board renews its token every few minutes, and each renewal extends the session: a screen
 * that hangs on a wall never falls back to the sign-in form at night. Closed for longer than a long
 * shift with its handover (14 h), it asks for the password again. After 30 days it asks in any
 * case, and because days are counted from the password, at the hour at which somebody last signed in.
 */
export const defaultLifetimes: Lifetimes = {
  accessTokenSeconds: 600,
  sessionIdleSeconds: 14 * hour,
  maxSessionSeconds: 30 * 24 * hour,
  refreshGraceSeconds: 20,
  signInFormSeconds: 12 * hour,
};
