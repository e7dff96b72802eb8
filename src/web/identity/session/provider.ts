/** The port to the identity provider, which `create-provider.ts` implements. */

/** The tokens of a user, with the names of OpenID Connect. */
export interface SignedInUser {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  readonly id_token?: string | undefined;
  /** The expiry of the access token in epoch seconds. Undefined: the provider does not send it. */
  readonly expires_at?: number | undefined;
  readonly profile: { readonly sub: string };
}

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** The OAuth scopes that the app requests, separated by spaces. */
  readonly scope: string;
  /** The resource indicator of RFC 8707: the API for which tokens are requested. */
  readonly resource?: string | undefined;
  /** The parameter `audience`, which Auth0 needs. */
  readonly audienceParameter?: string | undefined;
  /** The origin of this page. */
  readonly origin: string;
  /** Stores the PKCE verifier while the user is on the pages of the provider. */
  readonly storage: Storage;
}

export interface AuthorizationRequest {
  /** The language tag for the pages of the provider. */
  readonly language?: string;
  /** The username that the login page starts with. */
  readonly username?: string | undefined;
  /** `login`: the provider must ask for the password. `none`: the provider must not show a page. */
  readonly prompt?: 'login' | 'none';
  /** Data that this tab stores until the code is redeemed. `redeem` returns them. Must be serializable as JSON. */
  readonly data?: object;
}

export interface Provider {
  /** The address of the provider's login page. Rejects when the provider is unreachable. */
  signInUrl(request: AuthorizationRequest): Promise<string>;
  /**
   * Exchanges the code in the callback address for tokens. Rejects with ProviderRefusal, UnknownCallback, or another
   * error for a temporary failure, after which the same address can be redeemed again.
   */
  redeem(callbackAddress: string): Promise<{ readonly user: SignedInUser; readonly data: unknown }>;
  signOutUrl(user: SignedInUser): Promise<string>;
  /** Requests new tokens. Rejects with ProviderRefusal, or with another error for a temporary failure. */
  renew(user: SignedInUser): Promise<SignedInUser>;
  /** Resolves when the provider responds. Rejects when it does not. */
  checkReachable(): Promise<void>;
}

/** The provider refuses to issue tokens for this request. A retry would be refused too. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';
  /** Whether a request with `prompt=none` failed because the user has to do something at the provider. */
  readonly isLoginRequired: boolean;

  constructor(message: string, { isLoginRequired = false } = {}) {
    super(message.slice(0, 300));
    this.isLoginRequired = isLoginRequired;
  }
}

/** The callback address does not belong to a sign-in that this tab has begun and not completed. */
export class UnknownCallback extends Error {
  override readonly name = 'UnknownCallback';
}

export function hasRefreshToken(user: SignedInUser): user is SignedInUser & { refresh_token: string } {
  return user.refresh_token !== undefined;
}
