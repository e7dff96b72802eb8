/** Calls to the identity provider: authorization code with PKCE (AUTH-1; OpenID Connect Core, RFC 7636). */
import { ErrorResponse, ErrorTimeout, OidcClient, WebStorageStateStore } from 'oidc-client-ts';
import * as z from 'zod/mini';
import { callbackPath, loginPath } from '../paths.ts';
import {
  hasRefreshToken,
  type Provider,
  ProviderRefusal,
  type ProviderSettings,
  type SignedInUser,
  UnknownCallback,
} from './provider.ts';
import { signInKeyPrefix } from './tab-storage.ts';

const requestTimeoutSeconds = 8;
const stateKeyPrefix = `${signInKeyPrefix}state:`;

/** The calls of the provider port that need the OpenID Connect client, which is loaded when it is needed. */
export type OidcCalls = Omit<Provider, 'checkReachable'>;

export function createOidcCalls(settings: ProviderSettings): OidcCalls {
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
    signInUrl: async ({ language, username, prompt, data }) => {
      const request = await client.createSigninRequest({
        // The nonce is required by several providers. The client checks that the id token contains it.
        nonce: crypto.randomUUID(),
        ...(data !== undefined && { state: data }),
        ...(language !== undefined && { ui_locales: language }),
        ...(username !== undefined && { login_hint: username }),
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
      const request = await client.createSignoutRequest({
        ...(user.id_token !== undefined && { id_token_hint: user.id_token }),
        // The logout request has a random state, because some providers do not redirect back without one.
        extraQueryParams: { state: crypto.randomUUID() },
      });
      return request.url;
    },
  };
}

/** Exchanges the code for tokens. Keeps the stored sign-in after a temporary failure, so that it can be retried. */
async function redeem(client: OidcClient, storage: Storage, callback: URL) {
  const key = stateKeyPrefix + callback.searchParams.get('state');
  if (storage.getItem(key) === null) throw new UnknownCallback('this tab has no sign-in with this state');
  const response = await client.processSigninResponse(callback.href, undefined, false).catch((error: unknown) => {
    if (isTemporary(error)) throw error;
    storage.removeItem(key);
    throw refusalOf(error);
  });
  storage.removeItem(key);
  const { access_token, refresh_token, id_token, expires_at, profile } = response;
  const user = { access_token, refresh_token, id_token, expires_at, profile: { sub: profile.sub } };
  return { user, data: response.userState };
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
async function refresh(endpoint: string, body: URLSearchParams, user: SignedInUser): Promise<SignedInUser> {
  const response = await fetch(endpoint, {
    method: 'POST',
    body,
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(requestTimeoutSeconds * 1_000),
  });
  const text = `the token endpoint answered ${response.status}`;
  if ([400, 401, 403].includes(response.status)) throw new ProviderRefusal(text);
  if (!response.ok) throw new Error(text);
  // A provider without refresh token rotation sends no new refresh token, so the old refresh token is kept. The old
  // expiry is not kept.
  const { expires_in: expiresIn, ...tokens } = RefreshAnswer.parse(await response.json());
  const expiry = expiresIn === undefined ? undefined : Math.floor(Date.now() / 1_000) + Math.floor(expiresIn);
  return { ...user, ...tokens, expires_at: expiry };
}

/**
 * Whether a retry of the same request can succeed. The text of the error decides, because most failures of
 * oidc-client-ts have the same type.
 */
function isTemporary(error: unknown): boolean {
  if (error instanceof ErrorResponse) {
    return ['server_error', 'temporarily_unavailable', 'slow_down'].includes(error.error ?? '');
  }
  if (!(error instanceof Error)) return false;
  // Temporary failures: no response, an HTML page of a gateway, or a status such as 429 or 503.
  return (
    error instanceof TypeError || error instanceof ErrorTimeout || /Content-Type|\((429|5\d\d)\)/.test(error.message)
  );
}

function refusalOf(error: unknown): ProviderRefusal {
  if (!(error instanceof ErrorResponse)) return new ProviderRefusal(error instanceof Error ? error.message : '');
  return new ProviderRefusal(error.error_description ?? error.error ?? '', {
    // The provider accepts the request but must show a page to the user (OpenID Connect Core, section 3.1.2.6).
    isLoginRequired: loginRequiredErrors.includes(error.error ?? ''),
  });
}

const loginRequiredErrors = [
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
];
