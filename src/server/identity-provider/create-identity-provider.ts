/** The embedded OpenID Connect provider: a raw request handler beneath the path of its issuer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose';
import type { Database } from '../database/database.ts';
import { createSignInBackoff } from './sign-in/sign-in-backoff.ts';
import { createProvider, type ProviderLog } from './protocol/create-provider.ts';
import { defaultLifetimes, type Lifetimes } from './lifetimes.ts';
import { failedPage } from './pages/message-page.ts';
import { loadPageAssets } from './pages/page-assets.ts';
import { languageOfRequest } from './pages/page-language.ts';
import type { DemoAccount } from './pages/sign-in-page.ts';
import { loadProviderKeys, publicKeyOf } from './protocol/provider-keys.ts';
import { createProviderRecords } from './protocol/provider-records.ts';
import { securityHeaders, sendAsset, sendPage, sendRefusal } from './pages/send-page.ts';
import { createSignInForm } from './sign-in/sign-in-form.ts';
import { redirectWithoutSession } from './protocol/sign-out.ts';

export interface IdentityProviderOptions {
  readonly database: Database;
  /** `<public origin>/idp`, no slash at the end. Its path is where the provider is mounted. */
  readonly issuer: string;
  /** Origins of the web app. Each one's /callback and /login are registered; the first is the way back. */
  readonly webOrigins: readonly string[];
  /** Accounts anybody may use, listed on the form. Empty outside the demo. */
  readonly demoAccounts?: readonly DemoAccount[];
  readonly lifetimes?: Partial<Lifetimes>;
  readonly now: () => number;
  readonly log: ProviderLog;
  /** Whose attempts are counted together. Behind a proxy: what the trusted proxy says. */
  readonly addressOf?: (request: IncomingMessage) => string;
}

export interface IdentityProvider {
  /** Answers any request whose path begins with the issuer's path. Nobody may have read its body before. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Verifies the provider's tokens without a call. */
  readonly keySet: JWTVerifyGetKey;
}

export async function createIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  const { database, issuer, webOrigins, now, log } = options;
  const lifetimes = { ...defaultLifetimes, ...options.lifetimes };
  const { pathname: basePath, origin } = new URL(issuer);
  const keys = await loadProviderKeys(database);
  const assets = await loadPageAssets(`${basePath}/assets`);
  const records = createProviderRecords({ database, now, refreshGraceSeconds: lifetimes.refreshGraceSeconds });
  const messages = { assets, startUrl: `${webOrigins[0] ?? origin}/login` };
  const signedOutUrl = `${issuer}/session/end/success`;
  const postLogoutRedirectUris = webOrigins.map((webOrigin) => `${webOrigin}/login`);
  const provider = createProvider({
    issuer,
    database,
    records,
    keys,
    lifetimes,
    now,
    log,
    messages,
    signedOutUrl,
    postLogoutRedirectUris,
    redirectUris: webOrigins.map((webOrigin) => `${webOrigin}/callback`),
  });
  const serveSignInForm = createSignInForm({
    provider,
    records,
    database,
    messages,
    log,
    attempts: createSignInBackoff(now),
    demoAccounts: options.demoAccounts ?? [],
    addressOf: options.addressOf ?? ((request) => request.socket.remoteAddress ?? 'unknown'),
  });
  const answerByProvider = provider.callback();
  const headers = Object.entries(securityHeaders(webOrigins));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of headers) response.setHeader(name, value);
    const url = URL.parse(request.url ?? '', origin);
    if (url === null || !url.pathname.startsWith(`${basePath}/`)) {
      sendRefusal(response, 404, 'There is nothing at this address');
      return;
    }
    const path = url.pathname.slice(basePath.length);
    const isGet = request.method === 'GET' || request.method === 'HEAD';
    if (path.startsWith('/assets/')) {
      const file = assets.files.get(path.slice('/assets/'.length));
      if (file === undefined || !isGet) sendRefusal(response, 404, 'There is no such file');
      else sendAsset(response, file);
    } else if (path.startsWith('/sign-in/')) {
      if (isGet || request.method === 'POST') await serveSignInForm(request, response, url);
      else sendRefusal(response, 405, 'A form is asked for by GET and sent by POST');
    } else {
      const wayOut = path === '/session/end' && isGet ? await findWayOut(request, response, url) : undefined;
      if (wayOut !== undefined) {
        response.writeHead(303, { location: wayOut, 'cache-control': 'no-store' }).end();
        return;
      }
      // It knows its paths from the issuer's on, and finds where it is mounted in originalUrl.
      Object.assign(request, { originalUrl: url.pathname + url.search, url: path + url.search });
      await answerByProvider(request, response);
    }
  }

  function findWayOut(request: IncomingMessage, response: ServerResponse, url: URL): Promise<string | undefined> {
    const registered = postLogoutRedirectUris;
    return redirectWithoutSession(provider, request, response, { query: url.searchParams, registered, signedOutUrl });
  }

  return {
    keySet: createLocalJWKSet({ keys: keys.signing.map(publicKeyOf) }),
    handle(request, response) {
      answer(request, response).catch((error: unknown) => {
        log.error({ err: error }, 'the identity provider failed');
        if (response.headersSent) response.destroy();
        else sendPage(response, 500, failedPage({ ...messages, language: languageOfRequest(request) }, 'server_error'));
      });
    },
  };
}
