/** Calls to the identity provider: authorization code with PKCE (AUTH-1; OpenID Connect Core, RFC 7636). */
import { ErrorResponse, OidcClient, User, WebStorageStateStore } from 'oidc-client-ts';
import { callbackPath, loginPath } from '../paths.ts';

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** The resource indicator of RFC 8707. Not sent when empty. */
  readonly audience: string;
  /** The origin of this page. */
  readonly origin: string;
  /** Stores the PKCE verifier while the user is on the pages of the provider. */
  readonly storage: Storage;
}

export interface SignInRequest {
  readonly returnTo: string;
  /** The language tag for the pages of the provider. */
  readonly language?: string;
  /** `login`: the provider must ask for the password. `none`: the provider must not show a page. */
  readonly prompt?: 'login' | 'none';
}

export interface Provider {
  /** The address of the provider's login page. Rejects when the provider is unreachable. */
  signInUrl(request: SignInRequest): Promise<string>;
  /** Exchanges the code in the callback URL for tokens. Rejects with the provider's error or StaleCallbackError. */
  redeem(callbackUrl: string): Promise<{ readonly user: User; readonly returnTo: unknown }>;
  signOutUrl(user: User): Promise<string>;
  renew(user: User): Promise<User>;
  /** Resolves when the provider answers. Rejects when it does not. */
  checkReachable(): Promise<void>;
}

/** The callback URL does not belong to a current sign-in of this tab. It is an old URL that was opened again. */
export class StaleCallbackError extends Error {
  override readonly name = 'StaleCallbackError';
}

const requestTimeoutSeconds = 8;
const reachTimeoutMs = 3_000;
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
    requestTimeoutInSeconds: requestTimeoutSeconds,
    stateStore: new WebStorageStateStore({ store: storage, prefix: statePrefix }),
  });

  async function checkReachable(): Promise<void> {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(reachTimeoutMs) });
    if (!response.ok) throw new Error(`the sign-in service answered ${response.status}`);
  }

  return {
    checkReachable,
    signInUrl: async ({ returnTo, language, prompt }) => {
      await checkReachable();
      const request = await client.createSigninRequest({
        state: returnTo,
        ...(language !== undefined && { ui_locales: language }),
        ...(prompt !== undefined && { prompt }),
      });
      return request.url;
    },
    redeem: async (callbackUrl) => {
      const state = new URL(callbackUrl).searchParams.get('state');
      if (storage.getItem(`${statePrefix}${state}`) === null)
        throw new StaleCallbackError(`there is no sign-in with the state ${state}`);
      const response = await client.processSigninResponse(callbackUrl);
      return { user: new User(response), returnTo: response.userState };
    },
    renew: async (user) => {
      if (!hasRefreshToken(user)) throw new Error('there is no refresh token');
      const response = await client.useRefreshToken({
        state: user,
        ...resource,
        timeoutInSeconds: requestTimeoutSeconds,
      });
      const renewed = new User(response);
      // A provider without rotation of refresh tokens sends no new one, so the old one is kept.
      renewed.refresh_token ??= user.refresh_token;
      return renewed;
    },
    signOutUrl: async (user) => {
      await checkReachable();
      const request = await client.createSignoutRequest(
        user.id_token === undefined ? {} : { id_token_hint: user.id_token },
      );
      return request.url;
    },
  };
}

export function hasRefreshToken(user: User): user is User & { refresh_token: string } {
  return user.refresh_token !== undefined;
}

/** Whether the provider answered to `prompt=none` that it has to show a page to the user. */
export function isLoginRequired(error: unknown): error is ErrorResponse {
  const answers = ['login_required', 'interaction_required', 'consent_required', 'account_selection_required'];
  return error instanceof ErrorResponse && answers.includes(error.error ?? '');
}

/** Whether the provider rejected the request for good, so that a retry is useless. False for a temporary failure. */
export function isRejection(error: unknown): boolean {
  return (
    error instanceof ErrorResponse &&
    !['server_error', 'temporarily_unavailable', 'slow_down'].includes(error.error ?? '')
  );
}
