/** The embedded OpenID Connect provider: a request handler for all paths below the path of its issuer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JWTVerifyGetKey } from 'jose';
import type { Database } from '../database/database.ts';
import { readGroups } from './accounts/accounts.ts';
import { defaultLifetimes, type Lifetimes } from './lifetimes.ts';
import { failedPage } from './pages/message-page.ts';
import { loadPageAssets, type LoadedAssets } from './pages/page-assets.ts';
import { languageOfRequest } from './pages/page-language.ts';
import { securityHeaders, redirect, sendAsset, sendPage, sendPlainError } from './pages/send-page.ts';
import type { DemoAccount } from './pages/sign-in-page.ts';
import { createProvider, type ProviderLog } from './protocol/create-provider.ts';
import { createCurrentKeys } from './protocol/current-keys.ts';
import { createProviderRecords } from './protocol/provider-records.ts';
import { hashStoredIds } from './protocol/record-ids.ts';
import { redirectWithoutSession } from './protocol/sign-out.ts';
import { type PasswordLinkOptions, passwordLinkPath, servePasswordLink } from './password-link/password-link.ts';
import { type CheckPassword, createPasswordCheck } from './sign-in/check-password.ts';
import { createPasswordQueue, type PasswordQueue } from './sign-in/password-queue.ts';
import { createSignInBackoff } from './sign-in/sign-in-backoff.ts';
import { createSignInAudit } from './sign-in/sign-in-audit.ts';
import { serveSignInForm, type SignInFormOptions } from './sign-in/sign-in-form.ts';

export interface IdentityProviderOptions {
  readonly database: Database;
  /** `<public origin>/idp`, without a slash at the end. The web app has the same origin. */
  readonly issuer: string;
  /** Accounts that the sign-in form lists with their passwords. Set for the demo only. */
  readonly demoAccounts?: readonly DemoAccount[];
  readonly lifetimes?: Partial<Lifetimes> | undefined;
  readonly now: () => number;
  readonly log: ProviderLog;
  /** The address of the client, used to rate-limit sign-in attempts. */
  readonly addressOf?: (request: IncomingMessage) => string;
}

export interface IdentityProvider {
  /** Answers a request whose path begins with the path of the issuer. Its body must not have been read. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Verifies the tokens of this provider without a network call. */
  readonly keySet: JWTVerifyGetKey;
  /** Returns those of these sessions, which the claim `sid` of access tokens names, that have not ended. */
  readonly findActiveSessions: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Ends a session with all its tokens. */
  readonly endSession: (sessionId: string) => Promise<void>;
  /** The groups of each account, by subject. They can change while a token is valid. */
  readonly readGroups: () => Promise<ReadonlyMap<string, readonly string[]>>;
  readonly issuer: string;
  readonly checkPassword: CheckPassword;
  readonly passwordQueue: PasswordQueue;
}

export async function createIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  const { database, issuer, now, log, demoAccounts = [] } = options;
  const lifetimes = { ...defaultLifetimes, ...options.lifetimes };
  const { pathname: basePath, origin } = new URL(issuer);
  await hashStoredIds(database);
  const assets = await loadPageAssets(`${basePath}/assets`);
  const records = createProviderRecords({ database, now, refreshGraceSeconds: lifetimes.refreshGraceSeconds });
  const messages = { assets, startUrl: `${origin}/login` };
  const addressOf = options.addressOf ?? ((request: IncomingMessage) => request.socket.remoteAddress ?? 'unknown');
  const audit = createSignInAudit({ database, now, addressOf, log });
  const queue = createPasswordQueue();
  const checkPassword = createPasswordCheck({ database, backoff: createSignInBackoff(now), queue, addressOf, audit });
  const form = {
    records,
    audit,
    database,
    messages,
    demoAccounts,
    checkPassword,
    queue,
    now,
    issuer,
    addressOf,
  };
  const { keySet, derived } = await createCurrentKeys({
    database,
    now,
    log,
    derive: (keys) => {
      const provider = createProvider({ issuer, database, records, keys, lifetimes, now, log, messages, audit });
      return createRequestHandler(issuer, assets, { ...form, provider });
    },
  });
  const handleRequest = async (request: IncomingMessage, response: ServerResponse) =>
    (await derived())(request, response);

  return {
    keySet,
    findActiveSessions: records.findActiveGrants,
    endSession: records.revokeGrant,
    readGroups: () => readGroups(database),
    issuer,
    checkPassword,
    passwordQueue: queue,
    handle(request, response) {
      handleRequest(request, response).catch((error: unknown) => {
        log.error({ err: error }, 'the identity provider failed');
        if (response.headersSent) response.destroy();
        else sendPage(response, 500, failedPage({ ...messages, language: languageOfRequest(request) }, 'server_error'));
      });
    },
  };
}

/** The pages that are not part of the protocol, by the start of their path. */
const servePages = [
  ['/sign-in/', serveSignInForm],
  [passwordLinkPath, servePasswordLink],
] as const;

function findPage(path: string) {
  return servePages.find(([start]) => path.startsWith(start))?.[1];
}

function createRequestHandler(
  issuer: string,
  assets: LoadedAssets,
  form: SignInFormOptions & PasswordLinkOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { provider } = form;
  const { pathname: basePath, origin } = new URL(issuer);
  const handleByProvider = provider.callback();

  return async (request, response) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    const url = URL.parse(request.url ?? '', origin);
    if (url === null || !url.pathname.startsWith(`${basePath}/`)) {
      return sendPlainError(response, 404, 'There is nothing at this address');
    }
    const path = url.pathname.slice(basePath.length);
    const isGet = request.method === 'GET' || request.method === 'HEAD';
    if (path.startsWith('/assets/')) {
      return sendAsset(response, isGet ? assets.files.get(path.slice('/assets/'.length)) : undefined);
    }
    const servePage = findPage(path);
    if (servePage !== undefined) return servePage(form, request, response, url);
    const isSignOut = path === '/session/end' && isGet;
    const location = isSignOut ? await redirectWithoutSession(provider, request, response, issuer, url) : undefined;
    if (location !== undefined) return redirect(response, location);
    // The provider matches paths relative to its mount point, which it reads from `originalUrl`.
    Object.assign(request, { originalUrl: url.pathname + url.search, url: path + url.search });
    return handleByProvider(request, response);
  };
}
