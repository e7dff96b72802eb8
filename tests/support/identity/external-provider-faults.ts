/** How the external test provider misbehaves. Each fault is the behaviour of a real product or of a real failure. */

export type ProviderEndpoint = 'discovery' | 'keys' | 'authorization' | 'token' | 'userinfo' | 'endSession';

export interface ProviderFaults {
  /** Authorization requests without a `nonce` are refused. */
  readonly requiresNonce: boolean;
  readonly hasRefreshTokens: boolean;
  /** Refresh tokens are refused with this status and an empty body. */
  readonly refreshRefusal: 400 | 401 | 403 | undefined;
  /** `comma-joined`: the groups are one string. */
  readonly groupsFormat: 'list' | 'comma-joined';
  /** `userinfo`: the access token has no groups. */
  readonly groupsAt: 'access-token' | 'userinfo';
  /** The `typ` in the header of access tokens. */
  readonly tokenType: 'at+jwt' | 'JWT' | undefined;
  readonly accessTokenFormat: 'jwt' | 'opaque';
  /** The `aud` of access tokens. */
  readonly audience: string;
  readonly accessTokenSeconds: number;
  /** The clock of the provider is ahead by this (negative: behind). It writes the times of all tokens. */
  readonly clockAheadMs: number;
  /** Token, userinfo and end-session endpoint are on another origin than the issuer. */
  readonly hasOtherOrigin: boolean;
  /** A sign-out without `state` never redirects back. */
  readonly needsStateAtLogout: boolean;
  /** The provider has forgotten everybody: `prompt=none` is answered with `login_required`. */
  readonly hasForgottenUsers: boolean;
  /** The provider answers after this time. */
  readonly delaysMs: Readonly<Partial<Record<ProviderEndpoint, number>>>;
  /** Endpoints that answer with a status and an empty body, or that cut the connection. */
  readonly failures: Readonly<Partial<Record<ProviderEndpoint, number | 'network'>>>;
}

export const noFaults: Omit<ProviderFaults, 'audience'> = {
  requiresNonce: false,
  hasRefreshTokens: true,
  refreshRefusal: undefined,
  groupsFormat: 'list',
  groupsAt: 'access-token',
  tokenType: 'at+jwt',
  accessTokenFormat: 'jwt',
  accessTokenSeconds: 600,
  clockAheadMs: 0,
  hasOtherOrigin: false,
  needsStateAtLogout: false,
  hasForgottenUsers: false,
  delaysMs: {},
  failures: {},
};
