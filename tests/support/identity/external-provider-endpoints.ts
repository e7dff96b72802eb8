/** The endpoints of the external test provider: OpenID Connect with authorization code and PKCE. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProviderEndpoint, ProviderFaults } from './external-provider-faults.ts';
import type { SigningKeys } from './external-provider.ts';

export interface ProviderRegistration {
  readonly issuer: string;
  readonly otherOrigin: string;
  readonly clientId: string;
  readonly rolesClaim: string;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly roles: Readonly<Record<string, readonly string[]>>;
}

interface EndpointOptions {
  readonly registration: ProviderRegistration;
  readonly keys: SigningKeys;
  readonly faults: () => ProviderFaults;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The fields of the query and of the form, together. */
  readonly fields: URLSearchParams;
}

/** A signed-in user with the request that an authorization code or a refresh token belongs to. */
interface Grant {
  readonly login: string;
  readonly nonce: string | null;
  readonly challenge: string | null;
  readonly redirectUri: string | null;
}

interface Parts extends EndpointOptions {
  readonly codes: Map<string, Grant>;
  readonly refreshTokens: Map<string, Grant>;
  /** The login of the user of each access token. */
  readonly accessTokens: Map<string, string>;
}

const cookieName = 'external-provider-user';

export function createProviderEndpoints(
  options: EndpointOptions,
): Readonly<Record<ProviderEndpoint, (exchange: Exchange) => Promise<void> | void>> {
  const parts: Parts = { ...options, codes: new Map(), refreshTokens: new Map(), accessTokens: new Map() };
  return {
    discovery: ({ response }) => sendJson(response, 200, discovery(parts)),
    keys: ({ response }) => sendJson(response, 200, parts.keys.published()),
    authorization: (exchange) => authorize(parts, exchange),
    token: (exchange) => exchangeForTokens(parts, exchange),
    userinfo: (exchange) => sendUserInfo(parts, exchange),
    endSession: (exchange) => endSession(parts, exchange),
  };
}

function discovery({ registration: { issuer, otherOrigin }, faults }: Parts) {
  const origin = faults().hasOtherOrigin ? otherOrigin : issuer;
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${origin}/token`,
    userinfo_endpoint: `${origin}/userinfo`,
    end_session_endpoint: `${origin}/logout`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    scopes_supported: ['openid', 'email', 'groups'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    ...faults().discovery,
  };
}

/** Responds to an authorization request. The sign-in form posts to the same address, with the username as a field. */
function authorize({ registration, faults, codes }: Parts, { request, response, fields }: Exchange): void {
  const redirectUri = fields.get('redirect_uri') ?? '';
  if (fields.get('client_id') !== registration.clientId || !registration.redirectUris.includes(redirectUri)) {
    return sendPage(response, 400, '<p>Unknown client</p>');
  }
  const redirect = (answer: Readonly<Record<string, string>>, headers = {}) => {
    const query = new URLSearchParams({ ...answer, state: fields.get('state') ?? '' });
    response.writeHead(303, { location: `${redirectUri}?${query}`, ...headers }).end();
  };
  if (faults().requiresNonce && !fields.has('nonce')) {
    return redirect({ error: 'invalid_request', error_description: 'nonce required' });
  }
  const known = faults().hasForgottenUsers ? undefined : userOfCookie(request);
  const login = fields.get('username') ?? (fields.get('prompt') === 'login' ? undefined : known);
  if (login === undefined && fields.get('prompt') === 'none') return redirect({ error: 'login_required' });
  if (login === undefined) return sendPage(response, 200, signInForm);
  const code = crypto.randomUUID();
  codes.set(code, { login, redirectUri, nonce: fields.get('nonce'), challenge: fields.get('code_challenge') });
  redirect({ code }, { 'set-cookie': `${cookieName}=${encodeURIComponent(login)}; Path=/; HttpOnly` });
}

function userOfCookie(request: IncomingMessage): string | undefined {
  const [, value] = new RegExp(`${cookieName}=([^;]+)`).exec(request.headers.cookie ?? '') ?? [];
  return value === undefined ? undefined : decodeURIComponent(value);
}

const signInForm = `<form method="post"><label>Username <input name="username" autofocus></label>
  <label>Password <input name="password" type="password"></label><button>Sign in</button></form>`;

async function exchangeForTokens(parts: Parts, { response, fields }: Exchange): Promise<void> {
  const isRefresh = fields.get('grant_type') === 'refresh_token';
  const grant = isRefresh
    ? takeFrom(parts.refreshTokens, fields.get('refresh_token'))
    : takeFrom(parts.codes, fields.get('code'));
  if (grant === undefined || (!isRefresh && !isOwnCode(grant, fields))) {
    return sendJson(response, 400, { error: 'invalid_grant' });
  }
  sendJson(response, 200, await issueTokens(parts, grant));
}

/** Returns and removes a grant, because codes and refresh tokens can be used only once. */
function takeFrom(grants: Map<string, Grant>, key: string | null): Grant | undefined {
  const grant = grants.get(key ?? '');
  grants.delete(key ?? '');
  return grant;
}

function isOwnCode({ challenge, redirectUri }: Grant, fields: URLSearchParams): boolean {
  const verifier = fields.get('code_verifier') ?? '';
  return (
    createHash('sha256').update(verifier).digest('base64url') === challenge &&
    fields.get('redirect_uri') === redirectUri
  );
}

async function issueTokens({ registration, keys, faults, ...parts }: Parts, grant: Grant) {
  const { login, nonce } = grant;
  const { accessTokenSeconds, accessTokenClaims, audience, clockAheadMs } = faults();
  const { groupsAt, hasRefreshTokens, tokenType } = faults();
  const { issuer, clientId } = registration;
  const iat = Math.floor((Date.now() + clockAheadMs) / 1_000);
  const claims = { iss: issuer, sub: login, iat, nbf: iat, exp: iat + accessTokenSeconds, jti: crypto.randomUUID() };
  const groups = groupsAt === 'access-token' ? groupsOf(registration, login) : {};
  const accessToken = await keys.sign(
    { ...claims, aud: audience, client_id: clientId, scope: 'openid email groups', ...groups, ...accessTokenClaims },
    tokenType === undefined ? {} : { typ: tokenType },
  );
  parts.accessTokens.set(accessToken, login);
  const refreshToken = crypto.randomUUID();
  if (hasRefreshTokens) parts.refreshTokens.set(refreshToken, grant);
  const idClaims = {
    ...claims,
    aud: clientId,
    email: `${login}@other.example`,
    ...(nonce !== null && { nonce: faults().changesNonce ? 'another' : nonce }),
  };
  return {
    access_token: accessToken,
    id_token: await keys.sign(idClaims, {}),
    ...(hasRefreshTokens && { refresh_token: refreshToken }),
    token_type: 'Bearer',
    expires_in: accessTokenSeconds,
  };
}

function groupsOf({ rolesClaim, roles }: ProviderRegistration, login: string) {
  return { [rolesClaim]: roles[login] ?? [] };
}

async function sendUserInfo(parts: Parts, { request, response }: Exchange): Promise<void> {
  const { registration, faults, accessTokens, keys } = parts;
  const login = accessTokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
  if (login === undefined) return sendJson(response, 401, { error: 'invalid_token' });
  const claims = { sub: login, email: `${login}@other.example`, ...groupsOf(registration, login) };
  if (faults().userInfoFormat === 'json') return sendJson(response, 200, claims);
  response.writeHead(200, { 'content-type': 'application/jwt' }).end(await keys.sign(claims, {}));
}

function endSession({ registration, faults }: Parts, { response, fields }: Exchange): void {
  const redirectUri = fields.get('post_logout_redirect_uri') ?? '';
  const state = fields.get('state');
  const cookie = { 'set-cookie': `${cookieName}=; Path=/; Max-Age=0` };
  if (!registration.postLogoutRedirectUris.includes(redirectUri) || (faults().needsStateAtLogout && state === null)) {
    return sendPage(response, 200, '<p>You have signed out.</p>', cookie);
  }
  const location = state === null ? redirectUri : `${redirectUri}?${new URLSearchParams({ state })}`;
  response.writeHead(303, { location, ...cookie }).end();
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendPage(response: ServerResponse, status: number, content: string, headers = {}): void {
  response
    .writeHead(status, { 'content-type': 'text/html', ...headers })
    .end(
      `<!doctype html><html lang="en"><title>External provider</title><link rel="icon" href="data:,"><body>${content}</body></html>`,
    );
}
