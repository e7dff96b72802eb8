/** The identity provider, as this page talks to it: authorization code with PKCE (AUTH-1; OpenID Connect Core, RFC 7636). */
import { ErrorResponse, OidcClient, User, WebStorageStateStore } from 'oidc-client-ts';
import { callbackPath, loginPath } from '../paths.ts';

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** RFC 8707 resource indicator; empty: not sent. */
  readonly audience: string;
  /** Origin of this page: where the provider returns to. */
  readonly origin: string;
  /** Holds the verifier between leaving and coming back. */
  readonly storage: Storage;
}

export interface SignInRequest {
  readonly returnTo: string;
  /** Language tag for the provider's own pages. */
  readonly language?: string;
  /** `login`: ask for the password even if the provider still knows the user. `none`: ask nothing. */
  readonly prompt?: 'login' | 'none';
}

export interface Provider {
  /** Rejects when the provider cannot be reached. */
  signInUrl(request: SignInRequest): Promise<string>;
  /** Redeems what came back to /callback. Rejects with the provider's refusal, or for an unknown state. */
  redeem(callbackUrl: string): Promise<{ readonly user: User; readonly returnTo: unknown }>;
  renew(user: User): Promise<User>;
  signOutUrl(user: User): Promise<string>;
  /** Rejects when it cannot be reached within the signal's time. */
  reach(signal: AbortSignal): Promise<void>;
}

/** What came back to /callback belongs to no sign-in that is under way here: an old address, opened again. */
export class OutdatedSignInError extends Error {
  override readonly name = 'OutdatedSignInError';
}

const requestTimeoutInSeconds = 8;
const statePrefix = 'room-status:sign-in:';

export function createProvider({ issuer, clientId, audience, origin, storage }: ProviderSettings): Provider {
  const resource = audience === '' ? {} : { resource: audience };
  const client = new OidcClient({
    authority: issuer,
    client_id: clientId,
    redirect_uri: origin + callbackPath,
    post_logout_redirect_uri: origin + loginPath,
    scope: 'openid email groups',
    ...resource,
    extraTokenParams: resource,
    requestTimeoutInSeconds,
    stateStore: new WebStorageStateStore({ store: storage, prefix: statePrefix }),
  });

  return {
    signInUrl: async ({ returnTo, language, prompt }) => {
      const request = await client.createSigninRequest({
        state: returnTo,
        ...(language !== undefined && { ui_locales: language }),
        ...(prompt !== undefined && { prompt }),
      });
      return request.url;
    },
    redeem: async (callbackUrl) => {
      const state = new URL(callbackUrl).searchParams.get('state');
      if (storage.getItem(`${statePrefix}${state}`) === null) throw new OutdatedSignInError(`no sign-in ${state}`);
      const response = await client.processSigninResponse(callbackUrl);
      return { user: new User(response), returnTo: response.userState };
    },
    renew: async (user) => {
      if (!hasRefreshToken(user)) throw new Error('there is no refresh token');
      const response = await client.useRefreshToken({
        state: user,
        ...resource,
        timeoutInSeconds: requestTimeoutInSeconds,
      });
      const renewed = new User(response);
      // A provider that does not rotate them says nothing of the refresh token.
      renewed.refresh_token ??= user.refresh_token;
      return renewed;
    },
    signOutUrl: async (user) => {
      const request = await client.createSignoutRequest(
        user.id_token === undefined ? {} : { id_token_hint: user.id_token },
      );
      return request.url;
    },
    reach: async (signal) => {
      const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
      const response = await fetch(url, { cache: 'no-store', signal });
      if (!response.ok) throw new Error(`the sign-in service answered ${response.status}`);
    },
  };
}

export function hasRefreshToken(user: User): user is User & { refresh_token: string } {
  return user.refresh_token !== undefined;
}

/** The provider was asked to let the user pass without a word, and wants one. */
export function wantsLogin(error: unknown): error is ErrorResponse {
  const answers = ['login_required', 'interaction_required', 'consent_required', 'account_selection_required'];
  return error instanceof ErrorResponse && answers.includes(error.error ?? '');
}

/** True: the provider said no, and would say so again. False: it could not be asked, or not now. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof ErrorResponse &&
    !['server_error', 'temporarily_unavailable', 'slow_down'].includes(error.error ?? '')
  );
}
