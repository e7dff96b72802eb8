/** The embedded OpenID Connect provider: a request handler for all paths below the path of its issuer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JWTVerifyGetKey } from 'jose';
import type { Database } from '../../database/database.ts';
import { readAccountGroups } from '../../people/accounts/accounts.ts';
import { defaultLifetimes, type Lifetimes } from './lifetimes.ts';
import { renderFailurePage } from './pages/message-page.ts';
import { loadPageAssets, type LoadedAssets } from './pages/page-assets.ts';
import { languageOfRequest } from './pages/page-language.ts';
import { securityHeaders, sendRedirect, sendAsset, sendPage, sendPlainError } from './pages/send-page.ts';
import type { DemoAccount } from './pages/sign-in-page.ts';
import { createProvider, type ProviderLog } from './protocol/create-provider.ts';
import { createCurrentKeys } from './protocol/current-keys.ts';
import { describeLongParameters } from './protocol/open-sign-in.ts';
import { createProviderRecords } from './protocol/provider-records.ts';
import { findSessionOwners } from './protocol/session-owners.ts';
import { redirectWithoutSession } from './protocol/sign-out.ts';
import { passwordLinkPath } from '../../people/accounts/password-links.ts';
import { type PasswordLinkOptions, servePasswordLink } from './password-link/password-link.ts';
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
  /** Handles a request whose path begins with the path of the issuer. Its body must not have been read. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Verifies the tokens of this provider without a network request. */
  readonly keySet: JWTVerifyGetKey;
  /** Returns the given sessions that have not ended. The claim `sid` of an access token is the id of its session. */
  readonly findActiveSessions: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Returns the subject of each given session that has not ended, by session id. */
  readonly findSessionOwners: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** How long an access token is valid. */
  readonly accessTokenSeconds: number;
  /** Ends a session with all its tokens. */
  readonly endSession: (sessionId: string) => Promise<void>;
  /** Returns the groups of each account, by subject. They can change while a token is valid. */
  readonly readGroups: () => Promise<ReadonlyMap<string, readonly string[]>>;
  readonly issuer: string;
  readonly checkPassword: CheckPassword;
  readonly passwordQueue: PasswordQueue;
}

export async function createIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  const { database, issuer, now, log, demoAccounts = [] } = options;
  const lifetimes = { ...defaultLifetimes, ...options.lifetimes };
  const { pathname: basePath, origin } = new URL(issuer);
  const assets = await loadPageAssets(`${basePath}/assets`);
  const records = createProviderRecords({ database, now, refreshGraceSeconds: lifetimes.refreshGraceSeconds });
  const messages = { assets, startUrl: `${origin}/login` };
  const addressOf = options.addressOf ?? ((request: IncomingMessage) => request.socket.remoteAddress ?? 'unknown');
  const audit = createSignInAudit({ database, now, addressOf, log });
  const queue = createPasswordQueue();
  const backoff = createSignInBackoff(now);
  const checkPassword = createPasswordCheck({ database, backoff, queue, addressOf, audit });
  const shared = { records, audit, database, messages, now, issuer, addressOf };
  const form = { ...shared, demoAccounts, checkPassword, queue };
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
    findSessionOwners: (sessionIds) => findSessionOwners(database, sessionIds),
    accessTokenSeconds: lifetimes.accessTokenSeconds,
    endSession: records.revokeGrant,
    readGroups: () => readAccountGroups(database),
    issuer,
    checkPassword,
    passwordQueue: queue,
    handle(request, response) {
      handleRequest(request, response).catch((error: unknown) => {
        log.error({ err: error }, 'the identity provider failed');
        if (response.headersSent) response.destroy();
        else
          sendPage(
            response,
            500,
            renderFailurePage({ ...messages, language: languageOfRequest(request) }, 'server_error'),
          );
      });
    },
  };
}

function isReadOnly({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Refuses an authorization request with too long parameters. Returns whether it did. */
function refuseTooLong(
  { messages, issuer }: Pick<SignInFormOptions, 'messages' | 'issuer'>,
  request: IncomingMessage,
  response: ServerResponse,
  { pathname, searchParams }: URL,
): boolean {
  const reason = pathname === `${new URL(issuer).pathname}/auth` ? describeLongParameters(searchParams) : undefined;
  if (reason === undefined) return false;
  const page = renderFailurePage({ ...messages, language: languageOfRequest(request) }, `invalid_request: ${reason}`);
  sendPage(response, 400, page);
  return true;
}

/** The handlers of pages that are not part of the protocol, by the start of their path. */
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
    const isGet = isReadOnly(request);
    if (path.startsWith('/assets/')) {
      return sendAsset(response, isGet ? assets.files.get(path.slice('/assets/'.length)) : undefined);
    }
    if (refuseTooLong(form, request, response, url)) return undefined;
    const servePage = findPage(path);
    if (servePage !== undefined) return servePage(form, request, response, url);
    const isSignOut = isGet && path === '/session/end';
    const location = isSignOut ? await redirectWithoutSession(provider, request, response, issuer, url) : undefined;
    if (location !== undefined) return sendRedirect(response, location);
    // oidc-provider reads its mount point from `originalUrl` and matches paths relative to it.
    Object.assign(request, { originalUrl: url.pathname + url.search, url: path + url.search });
    return handleByProvider(request, response);
  };
}
