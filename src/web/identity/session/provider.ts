/** Calls to the identity provider: authorization code with PKCE (AUTH-1; OpenID Connect Core, RFC 7636). */
import { ErrorResponse, ErrorTimeout, OidcClient, User, WebStorageStateStore } from 'oidc-client-ts';
import * as z from 'zod/mini';
import { isLoginRequiredError } from '../../../contract/login-required.ts';
import { callbackPath, loginPath } from '../paths.ts';
import { signInKeyPrefix } from './tab-storage.ts';

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** The scopes, separated by spaces. */
  readonly scope: string;
  /** The resource indicator of RFC 8707. */
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
  redeem(callbackAddress: string): Promise<{ readonly user: User; readonly data: unknown }>;
  signOutUrl(user: User): Promise<string>;
  /** Rejects with ProviderRefusal, or with another error for a temporary failure. */
  renew(user: User): Promise<User>;
  /** Resolves when the provider answers. Rejects when it does not. */
  checkReachable(): Promise<void>;
}

/** The provider refuses to issue tokens for this request. A retry would be refused too. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';
  /**
   * The answer to a request with `prompt=none` when the user has to sign in, or to confirm something, at the provider.
   */
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

const requestTimeoutSeconds = 8;
const reachTimeoutMs = 3_000;
const stateKeyPrefix = `${signInKeyPrefix}state:`;

export function createProvider(settings: ProviderSettings): Provider {
  const { issuer, clientId, scope, audienceParameter, origin, storage } = settings;
  const resource = settings.resource === undefined ? {} : { resource: settings.resource };
  const client = new OidcClient({
    authority: issuer,
    client_id: clientId,
    redirect_uri: origin + callbackPath,
    post_logout_redirect_uri: origin + loginPath,
    scope,
    ...resource,
    extraQueryParams: audienceParameter === undefined ? {} : { audience: audienceParameter },
    extraTokenParams: resource,
    requestTimeoutInSeconds: requestTimeoutSeconds,
    stateStore: new WebStorageStateStore({ store: storage, prefix: stateKeyPrefix }),
  });

  return {
    checkReachable: () => checkReachable(issuer),
    signInUrl: async ({ language, prompt, data }) => {
      await checkReachable(issuer);
      const request = await client.createSigninRequest({
        // Several providers require a nonce. The client checks that the id token contains it.
        nonce: crypto.randomUUID(),
        ...(data !== undefined && { state: data }),
        ...(language !== undefined && { ui_locales: language }),
        ...(prompt !== undefined && { prompt }),
      });
      return request.url;
    },
    redeem: (callbackAddress) => redeem(client, storage, new URL(callbackAddress, origin)),
    renew: async (user) => {
      if (!hasRefreshToken(user)) throw new Error('there is no refresh token');
      const body = new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: user.refresh_token,
        client_id: clientId,
        ...resource,
      });
      return refresh(await client.metadataService.getTokenEndpoint(false), body, user);
    },
    signOutUrl: async (user) => {
      await checkReachable(issuer);
      const request = await client.createSignoutRequest({
        ...(user.id_token !== undefined && { id_token_hint: user.id_token }),
        // Without a state some providers do not redirect back.
        extraQueryParams: { state: crypto.randomUUID() },
      });
      return request.url;
    },
  };
}

async function checkReachable(issuer: string): Promise<void> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(reachTimeoutMs) });
  if (!response.ok) throw new Error(`the login service answered ${response.status}`);
}

/** The stored sign-in is deleted when it is completed or refused, so that a temporary failure can be retried. */
async function redeem(client: OidcClient, storage: Storage, callback: URL) {
  const key = stateKeyPrefix + callback.searchParams.get('state');
  if (storage.getItem(key) === null) throw new UnknownCallback('this tab has no sign-in with this state');
  const response = await client.processSigninResponse(callback.href, undefined, false).catch((error: unknown) => {
    if (isTemporary(error)) throw error;
    storage.removeItem(key);
    throw refusalOf(error);
  });
  storage.removeItem(key);
  return { user: new User(response), data: response.userState };
}

export function hasRefreshToken(user: User): user is User & { refresh_token: string } {
  return user.refresh_token !== undefined;
}

const RefreshAnswer = z.object({
  access_token: z.string(),
  expires_in: z.optional(z.coerce.number()),
  refresh_token: z.optional(z.string()),
  id_token: z.optional(z.string()),
});

/**
 * Requests tokens with a refresh token. NOTE: the method of oidc-client-ts hides the HTTP status if the body is not an
 * error of RFC 6749, so a refusal would look like a temporary failure.
 */
async function refresh(endpoint: string, body: URLSearchParams, user: User): Promise<User> {
  const response = await fetch(endpoint, {
    method: 'POST',
    body,
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(requestTimeoutSeconds * 1_000),
  });
  const text = `the token endpoint answered ${response.status}`;
  if ([400, 401, 403].includes(response.status)) throw new ProviderRefusal(text);
  if (!response.ok) throw new Error(text);
  // A provider without refresh token rotation sends no new refresh token, so the old one is kept. The old expiry is not
  // kept.
  const renewed = User.fromStorageString(user.toStorageString());
  delete renewed.expires_at;
  return Object.assign(renewed, RefreshAnswer.parse(await response.json()));
}

/** Whether a retry of the same request can succeed. Most failures of oidc-client-ts differ only in their text. */
function isTemporary(error: unknown): boolean {
  if (error instanceof ErrorResponse) {
    return ['server_error', 'temporarily_unavailable', 'slow_down'].includes(error.error ?? '');
  }
  if (!(error instanceof Error)) return false;
  // No answer, an HTML page of a gateway, or a status such as 429 or 503.
  return (
    error instanceof TypeError || error instanceof ErrorTimeout || /Content-Type|\((429|5\d\d)\)/.test(error.message)
  );
}

function refusalOf(error: unknown): ProviderRefusal {
  if (!(error instanceof ErrorResponse)) return new ProviderRefusal(error instanceof Error ? error.message : '');
  return new ProviderRefusal(error.error_description ?? error.error ?? '', {
    isLoginRequired: isLoginRequiredError(error.error),
  });
}
