/** Starts an external OpenID Connect provider, which can misbehave as real products do, and signs in there. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createCookieBrowser } from './cookie-browser.ts';
import { createProviderEndpoints, type ProviderRegistration } from './external-provider-endpoints.ts';
import { noFaults, type ProviderEndpoint, type ProviderFaults } from './external-provider-faults.ts';
import { authorizationRequest, type Tokens, tokensOf } from './sign-in.ts';
import { exportJWK, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';

export type ExternalProvider = Awaited<ReturnType<typeof startExternalProvider>>;

interface ExternalProviderOptions {
  /** The roles of each login. Any password is accepted. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
  /** Origins of the web apps that are registered. */
  readonly webOrigins?: readonly string[];
  readonly faults?: Partial<ProviderFaults>;
}

/** A request that the provider received. */
interface RecordedRequest {
  readonly endpoint: ProviderEndpoint;
  /** The fields of the query and of the form of the request. */
  readonly fields: URLSearchParams;
}

const clientId = 'care-home-board';
const audience = 'https://care-home.example/rooms';
const rolesClaim = 'roles';
/** The origin of the redirect address. No server runs there, because a test reads the code from the redirect. */
const testOrigin = 'http://127.0.0.1:9';

const paths: Readonly<Record<string, ProviderEndpoint>> = {
  '/.well-known/openid-configuration': 'discovery',
  '/keys': 'keys',
  '/auth': 'authorization',
  '/token': 'token',
  '/userinfo': 'userinfo',
  '/logout': 'endSession',
};

/** Starts the provider on two ports: the issuer, and the other origin that a fault can give to some endpoints. */
export async function startExternalProvider(options: ExternalProviderOptions) {
  const keys = await createSigningKeys();
  const requests: RecordedRequest[] = [];
  const initialFaults: ProviderFaults = { ...noFaults, audience, ...options.faults };
  let faults = initialFaults;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', registration.issuer);
    const endpoint = paths[url.pathname];
    // The whole body is read first, because a response before that would reset the connection.
    const fields = new URLSearchParams([...url.searchParams, ...new URLSearchParams(await bodyOf(request))]);
    if (endpoint === undefined) return void response.writeHead(404).end();
    requests.push({ endpoint, fields });
    await new Promise((resolve) => {
      setTimeout(resolve, faults.delaysMs[endpoint] ?? 0);
    });
    response.setHeader('date', new Date(Date.now() + faults.clockAheadMs).toUTCString());
    const failure = faults.failures[endpoint];
    if (failure === 'network') return void request.socket.destroy();
    allowOtherOrigins(request, response);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (failure !== undefined) return void response.writeHead(failure).end();
    await endpoints[endpoint]({ request, response, fields });
  }
  const onRequest = (request: IncomingMessage, response: ServerResponse): void =>
    void handle(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );

  const servers = [createServer(onRequest), createServer(onRequest)] as const;
  const [issuer, otherOrigin] = await Promise.all([listen(servers[0]), listen(servers[1])]);
  const origins = [...(options.webOrigins ?? []), testOrigin];
  const registration: ProviderRegistration = {
    issuer,
    otherOrigin,
    clientId,
    rolesClaim,
    redirectUris: origins.map((origin) => `${origin}/callback`),
    postLogoutRedirectUris: origins.map((origin) => `${origin}/login`),
    roles: options.roles,
  };
  const endpoints = createProviderEndpoints({ registration, keys, faults: () => faults });

  return {
    issuer,
    otherOrigin,
    clientId,
    audience,
    rolesClaim,
    /** All requests that the provider received, in order, with preflights. */
    requests,
    countOf: (endpoint: ProviderEndpoint) => requests.filter((request) => request.endpoint === endpoint).length,
    /** Changes the given faults, and keeps all others. */
    misbehave: (changed: Partial<ProviderFaults>) => {
      faults = { ...faults, ...changed };
    },
    /** Resets the faults to those at the start. */
    behave: () => {
      faults = initialFaults;
    },
    /** Submits the form of the provider. Any password is accepted. */
    signIn: (login: string) => signInExternally(issuer, login),
    /** Stops the provider. Safe to call twice. */
    close: async () => {
      await Promise.all(
        servers.map(async (server) => {
          server.closeAllConnections();
          await new Promise((resolve) => {
            server.close(resolve);
          });
        }),
      );
    },
  };
}

function allowOtherOrigins(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
  response.setHeader('access-control-allow-headers', 'authorization, content-type');
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** Listens on a free port. Returns the origin. */
async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}

async function signInExternally(issuer: string, login: string): Promise<Tokens> {
  const browser = createCookieBrowser();
  const redirectUri = `${testOrigin}/callback`;
  const { query, verifier } = authorizationRequest(clientId, redirectUri, { nonce: crypto.randomUUID() });
  const fields = new URLSearchParams({ username: login, password: 'any' });
  const { response } = await browser.follow(`${issuer}/auth?${query}`, { method: 'POST', body: fields });
  const code = new URL(response.headers.get('location') ?? issuer).searchParams.get('code') ?? '';
  const body = new URLSearchParams({
    client_id: clientId,
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
  });
  return tokensOf(await fetch(`${issuer}/token`, { method: 'POST', body }));
}

export type SigningKeys = Awaited<ReturnType<typeof createSigningKeys>>;

async function createSigningKeys() {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = crypto.randomUUID();
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' };
  return {
    published: () => ({ keys: [jwk] }),
    sign: (claims: JWTPayload, header: Partial<JWTHeaderParameters>) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid, ...header }).sign(privateKey),
  };
}
