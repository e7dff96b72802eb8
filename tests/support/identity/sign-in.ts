/** Signs in like a browser: authorization code with PKCE over HTTP, with the form of the embedded provider. */
import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { createCookieBrowser, type CookieBrowser } from './cookie-browser.ts';

const clientId = 'room-status-web';

export type Tokens = Awaited<ReturnType<typeof tokensOf>>;

/** The tokens of a sign-in, and the browser with the session cookie. */
export interface SignedIn extends Tokens {
  readonly browser: CookieBrowser;
}

/** The sign-in form that the browser has open. */
export interface OpenForm {
  readonly browser: CookieBrowser;
  /** The origin of the app. */
  readonly url: string;
  readonly formUrl: string;
  readonly html: string;
  readonly status: number;
  readonly verifier: string;
  readonly state: string;
  /** The redirect address, if the provider did not show a form. */
  readonly location: string | null;
}

/** Thrown when the provider rejects a sign-in. Contains the provider's response. */
export class SignInRejected extends Error {
  readonly status: number;
  readonly html: string;

  constructor(status: number, html: string) {
    super(`the sign-in was rejected with status ${status}`);
    this.name = 'SignInRejected';
    this.status = status;
    this.html = html;
  }
}

/** Signs in with a username and a password. `url` is the origin of the app. Throws SignInRejected. */
export async function signIn(url: string, username: string, password: string, browser = createCookieBrowser()) {
  return redeem(await submitForm(await openForm(url, { browser }), { username, password }));
}

/** Returns the query of an authorization request with PKCE, and the PKCE verifier. */
export function authorizationRequest(
  client: string,
  redirectUri: string,
  parameters: Readonly<Record<string, string>> = {},
) {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: client,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid email groups',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...parameters,
  });
  return { query, verifier };
}

/** Starts a sign-in. Returns the form, or the redirect when the browser already has a session. */
export async function openForm(
  url: string,
  options: { readonly browser?: CookieBrowser; readonly parameters?: Readonly<Record<string, string>> } = {},
): Promise<OpenForm> {
  const browser = options.browser ?? createCookieBrowser();
  const state = randomBytes(8).toString('hex');
  const { query, verifier } = authorizationRequest(clientId, `${url}/callback`, { state, ...options.parameters });
  const { response, url: formUrl } = await browser.follow(`${url}/idp/auth?${query}`);
  const [location, status] = [response.headers.get('location'), response.status];
  return { browser, url, formUrl, html: await response.text(), status, verifier, state, location };
}

/** Submits the sign-in form. Returns the next page, or the redirect to the app. */
export async function submitForm(form: OpenForm, fields: Readonly<Record<string, string>>): Promise<OpenForm> {
  const body = new URLSearchParams(fields);
  const { response } = await form.browser.follow(form.formUrl, { method: 'POST', body });
  const [location, status] = [response.headers.get('location'), response.status];
  return { ...form, html: await response.text(), status, location };
}

/** Exchanges the authorization code in the redirect for tokens. */
export async function redeem(form: OpenForm): Promise<SignedIn> {
  if (form.location === null) throw new SignInRejected(form.status, form.html);
  const back = new URL(form.location);
  const code = back.searchParams.get('code');
  if (code === null || back.searchParams.get('state') !== form.state)
    throw new SignInRejected(form.status, back.search);
  const response = await requestTokens(form.url, {
    grant_type: 'authorization_code',
    redirect_uri: `${form.url}/callback`,
    code,
    code_verifier: form.verifier,
  });
  return { ...(await tokensOf(response)), browser: form.browser };
}

/** Calls the token endpoint. */
function requestTokens(url: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  const body = new URLSearchParams({ client_id: clientId, ...fields });
  return fetch(`${url}/idp/token`, { method: 'POST', body, headers: { accept: 'application/json' } });
}

export function renew(url: string, refreshToken: string): Promise<Response> {
  return requestTokens(url, { grant_type: 'refresh_token', refresh_token: refreshToken });
}

/** Returns the address that the web app opens for a sign-out. */
export function signOutUrl(url: string, idToken?: string): string {
  const query = new URLSearchParams({
    ...(idToken !== undefined && { id_token_hint: idToken }),
    client_id: clientId,
    post_logout_redirect_uri: `${url}/login`,
    state: 'bye',
  });
  return `${url}/idp/session/end?${query}`;
}

const TokenResponse = z.object({
  access_token: z.string(),
  id_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number(),
});

/** Reads the tokens from a response of the token endpoint. Throws SignInRejected. */
export async function tokensOf(response: Response) {
  const text = await response.text();
  if (!response.ok) throw new SignInRejected(response.status, text);
  const answer = TokenResponse.parse(JSON.parse(text));
  return {
    accessToken: answer.access_token,
    idToken: answer.id_token,
    refreshToken: answer.refresh_token,
    expiresInSeconds: answer.expires_in,
  };
}
