/** The faults of the external test provider. Each fault imitates a real product or a real failure. */

export type ProviderEndpoint = 'discovery' | 'keys' | 'authorization' | 'token' | 'userinfo' | 'endSession';

export interface ProviderFaults {
  /** Authorization requests without a `nonce` are refused. */
  readonly requiresNonce: boolean;
  /** Id tokens contain another `nonce` than the one of the request, as after an injected code. */
  readonly changesNonce: boolean;
  readonly hasRefreshTokens: boolean;
  /** Where the groups of a user are. `userinfo`: only in the response of the userinfo endpoint. */
  readonly groupsAt: 'access-token' | 'userinfo';
  /** Claims of access tokens that replace the default ones. Undefined removes a claim. */
  readonly accessTokenClaims: Readonly<Record<string, unknown>>;
  /** `signed`: the userinfo is a JWT. */
  readonly userInfoFormat: 'json' | 'signed';
  /** The `typ` in the header of access tokens. */
  readonly tokenType: 'at+jwt' | 'JWT' | undefined;
  /** The `aud` of access tokens. */
  readonly audience: string;
  readonly accessTokenSeconds: number;
  /** By how much the provider's clock, which sets the times of all tokens, is ahead. Negative: the clock is behind. */
  readonly clockAheadMs: number;
  /** The token, userinfo and end-session endpoints have another origin than the issuer. */
  readonly hasOtherOrigin: boolean;
  /** Replaces fields of the discovery document. */
  readonly discovery: Readonly<Record<string, unknown>>;
  /** A sign-out without `state` does not redirect to the web app. */
  readonly needsStateAtLogout: boolean;
  /** The provider has lost all its sessions and responds to `prompt=none` with `login_required`. */
  readonly hasForgottenUsers: boolean;
  /** For each endpoint, the time in milliseconds before it responds. */
  readonly delaysMs: Readonly<Partial<Record<ProviderEndpoint, number>>>;
  /** Endpoints that respond with a status and an empty body, or that cut the connection. */
  readonly failures: Readonly<Partial<Record<ProviderEndpoint, number | 'network'>>>;
}

export const noFaults: Omit<ProviderFaults, 'audience'> = {
  requiresNonce: false,
  changesNonce: false,
  hasRefreshTokens: true,
  groupsAt: 'access-token',
  accessTokenClaims: {},
  userInfoFormat: 'json',
  tokenType: 'at+jwt',
  accessTokenSeconds: 600,
  clockAheadMs: 0,
  hasOtherOrigin: false,
  discovery: {},
  needsStateAtLogout: false,
  hasForgottenUsers: false,
  delaysMs: {},
  failures: {},
};
