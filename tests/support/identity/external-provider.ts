/** Starts an external OpenID Connect provider with its own key, audience and claim for groups, and signs in there. */
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { createCookieBrowser } from './cookie-browser.ts';
import { authorizationRequest, tokensOf, type Tokens } from './sign-in.ts';

export type ExternalProvider = Awaited<ReturnType<typeof startExternalProvider>>;

const clientId = 'care-home-board';
const audience = 'https://care-home.example/rooms';
const rolesClaim = 'roles';
/** No server runs at this address. The test reads the code from the redirect. */
const redirectUri = 'http://127.0.0.1:9/callback';

/** `roles`: the roles of each login. */
export async function startExternalProvider(roles: Readonly<Record<string, readonly string[]>>) {
  const server = createServer((request, response) => void provider.callback()(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const issuer = `http://127.0.0.1:${address.port}`;
  const rolesOf = (login: string) => ({ [rolesClaim]: roles[login] ?? [] });

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [redirectUri],
      },
    ],
    scopes: ['openid', 'email', 'groups'],
    claims: { email: ['email'], groups: [rolesClaim] },
    conformIdTokenClaims: false,
    issueRefreshToken: () => true,
    features: {
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({ scope: '', audience, accessTokenFormat: 'jwt' }),
      },
    },
    findAccount: (_ctx, login) => ({
      accountId: login,
      claims: () => ({ sub: login, email: `${login}@other.example`, ...rolesOf(login) }),
    }),
    extraTokenClaims: async (_ctx, token) => (token.kind === 'AccessToken' ? rolesOf(token.accountId) : undefined),
  });

  return {
    issuer,
    audience,
    rolesClaim,
    /** Signs in with the form of the provider, which accepts any password. */
    signIn: (login: string) => signInExternally(issuer, login),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function signInExternally(issuer: string, login: string): Promise<Tokens> {
  const browser = createCookieBrowser();
  const { query, verifier } = authorizationRequest(clientId, redirectUri);
  let page = await browser.follow(`${issuer}/auth?${query}`);
  for (const fields of [{ prompt: 'login', login, password: 'any' }, { prompt: 'consent' }]) {
    page = await browser.follow(page.url, { method: 'POST', body: new URLSearchParams(fields) });
  }
  const code = new URL(page.response.headers.get('location') ?? issuer).searchParams.get('code') ?? '';
  const body = new URLSearchParams({
    client_id: clientId,
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
  });
  return tokensOf(await fetch(`${issuer}/token`, { method: 'POST', body }));
}
