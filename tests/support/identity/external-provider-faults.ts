/** The faults of the external test provider. Each fault imitates a real product or a real failure. */

export type ProviderEndpoint = 'discovery' | 'keys' | 'authorization' | 'token' | 'userinfo' | 'endSession';

export interface ProviderFaults {
  /** Authorization requests without a `nonce` are refused. */
  readonly requiresNonce: boolean;
  /** Id tokens contain another `nonce` than the one of the request, as after an injected code. */
  readonly changesNonce: boolean;
  /** Authorization requests are refused with this error code of RFC 6749. */
  readonly authorizationError: string | undefined;
  readonly hasRefreshTokens: boolean;
  /** Refresh tokens are refused with this status and an empty body. */
  readonly refreshRefusal: 400 | 401 | 403 | undefined;
  /** `comma-joined`: the groups are one string, separated by commas. */
  readonly groupsFormat: 'list' | 'comma-joined';
  /** `userinfo`: only the userinfo endpoint returns the groups. */
  readonly groupsAt: 'access-token' | 'userinfo';
  /** Claims of access tokens that replace the default ones. Undefined removes a claim. */
  readonly accessTokenClaims: Readonly<Record<string, unknown>>;
  /** `signed`: the userinfo is a JWT. */
  readonly userInfoFormat: 'json' | 'signed';
  /** The `typ` in the header of access tokens. */
  readonly tokenType: 'at+jwt' | 'JWT' | 'logout+jwt' | undefined;
  readonly accessTokenFormat: 'jwt' | 'opaque';
  /** The `aud` of access tokens. */
  readonly audience: string;
  readonly accessTokenSeconds: number;
  /** By how much the provider's clock, which sets the times of all tokens, is ahead. Negative: the clock is behind. */
  readonly clockAheadMs: number;
  /** The token, userinfo and end-session endpoints have another origin than the issuer. */
  readonly hasOtherOrigin: boolean;
  /** The provider does not allow calls from pages of another origin. */
  readonly refusesOtherOrigins: boolean;
  /** Replaces fields of the discovery document. */
  readonly discovery: Readonly<Record<string, unknown>>;
  /** A sign-out without `state` does not redirect to the web app. */
  readonly needsStateAtLogout: boolean;
  /** The provider has lost all its sessions and answers `prompt=none` with `login_required`. */
  readonly hasForgottenUsers: boolean;
  /** For each endpoint, the time before it answers. */
  readonly delaysMs: Readonly<Partial<Record<ProviderEndpoint, number>>>;
  /** Endpoints that answer with a status and an empty body, or that cut the connection. */
  readonly failures: Readonly<Partial<Record<ProviderEndpoint, number | 'network'>>>;
}

export const noFaults: Omit<ProviderFaults, 'audience'> = {
  requiresNonce: false,
  authorizationError: undefined,
  changesNonce: false,
  hasRefreshTokens: true,
  refreshRefusal: undefined,
  groupsFormat: 'list',
  groupsAt: 'access-token',
  accessTokenClaims: {},
  userInfoFormat: 'json',
  tokenType: 'at+jwt',
  accessTokenFormat: 'jwt',
  accessTokenSeconds: 600,
  clockAheadMs: 0,
  hasOtherOrigin: false,
  refusesOtherOrigins: false,
  discovery: {},
  needsStateAtLogout: false,
  hasForgottenUsers: false,
  delaysMs: {},
  failures: {},
};
