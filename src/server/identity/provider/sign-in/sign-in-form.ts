/** Serves the sign-in form and checks the submitted password. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { LanguageCode } from '../../../../domain/language.ts';
import type { Database } from '../../../database/database.ts';
import { type Account, normalizeUsername } from '../../../people/accounts/accounts.ts';
import { renderExpiredPage, type MessagePageOptions } from '../pages/message-page.ts';
import { languageOfRequest } from '../pages/page-language.ts';
import { sendRedirect, sendPage, sendPlainError } from '../pages/send-page.ts';
import { renderSignInPage, type DemoAccount, type SignInFailure } from '../pages/sign-in-page.ts';
import type { OpenSignIn } from '../protocol/finished-sign-ins.ts';
import { deleteOpenSignIn, readOpenSignIn } from '../protocol/open-sign-in.ts';
import type { ProviderRecords } from '../protocol/provider-records.ts';
import { endSession } from '../protocol/sign-out.ts';
import { readForm } from './form-body.ts';
import type { CheckPassword } from './check-password.ts';
import { browserIdOf, isKnownBrowser, rememberBrowser } from './known-browsers.ts';
import { type PasswordQueue, queueRetryDelayMs } from './password-queue.ts';
import type { SignInAudit } from './sign-in-audit.ts';

export interface SignInFormOptions {
  readonly provider: Provider;
  readonly records: ProviderRecords;
  readonly database: Database;
  readonly checkPassword: CheckPassword;
  readonly queue: PasswordQueue;
  readonly now: () => number;
  /** `<public origin>/idp`. */
  readonly issuer: string;
  readonly demoAccounts: readonly DemoAccount[];
  readonly addressOf: (request: IncomingMessage) => string;
  readonly messages: Omit<MessagePageOptions, 'language'>;
  readonly audit: SignInAudit;
}

/** A request for the sign-in form, with the language of the response. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly language: LanguageCode;
}

const statusOfFailure = { missing: 422, wrong: 403, 'too-many': 429, busy: 503 } as const;

const busyFailure: SignInFailure = { kind: 'busy', waitMs: queueRetryDelayMs };

/** Serves the form at `<base>/sign-in/<uid>?lng=<picked language>`. */
export async function serveSignInForm(
  options: SignInFormOptions,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  if (!['GET', 'HEAD', 'POST'].includes(request.method ?? '')) {
    return sendPlainError(response, 405, 'This address supports GET and POST only');
  }
  const picked = url.searchParams.get('lng');
  if (
    request.method === 'POST' &&
    browserIdOf(request) === undefined &&
    options.queue.isFull({ isKnownBrowser: false })
  ) {
    // Refuses too many attempts before the database is queried, because in a flood most requests end here.
    const { username } = await readCredentials(request);
    const language = languageOfRequest(request, { picked });
    return sendForm(options, { request, response, url, language }, username, busyFailure);
  }
  const signIn = readOpenSignIn(options.provider, request, response, options.now());
  const language = languageOfRequest(request, { picked, uiLocales: textOf(signIn?.params['ui_locales']) });
  if (signIn === undefined) return sendExpired(options, { request, response, url, language });
  const exchange = { request, response, url, language };
  if (request.method !== 'POST') {
    return sendForm(options, exchange, textOf(signIn.params['login_hint']) ?? '');
  }
  await submitForm(options, exchange, signIn);
}

async function submitForm(options: SignInFormOptions, exchange: Exchange, signIn: OpenSignIn): Promise<void> {
  const { request, response } = exchange;
  const { username, password } = await readCredentials(request);
  const outcome = await checkPasswordOf(options, exchange, { username, password });
  if (outcome === undefined) return void response.destroy();
  if ('failure' in outcome) return sendForm(options, exchange, username, outcome.failure);
  await finishSignIn(options, exchange, signIn, outcome.account);
}

async function checkPasswordOf(
  { database, now, checkPassword }: SignInFormOptions,
  { request, response }: Exchange,
  { username, password }: { readonly username: string; readonly password: string },
) {
  const browser = browserIdOf(request);
  const isKnown = await isKnownBrowser(database, { browser, username: normalizeUsername(username), now: now() });
  return checkPassword({
    username,
    password,
    request,
    knownBrowser: isKnown ? browser : undefined,
    isAbandoned: () => response.destroyed,
  });
}

async function readCredentials(request: IncomingMessage) {
  const form = await readForm(request);
  return { username: form?.get('username') ?? '', password: form?.get('password') ?? '' };
}

/** Continues the sign-in of the account at oidc-provider. */
async function finishSignIn(
  options: SignInFormOptions,
  exchange: Exchange,
  signIn: OpenSignIn,
  account: Account,
): Promise<void> {
  const { provider, records, audit, database, now, issuer } = options;
  const { request, response, url } = exchange;
  const { subject } = account;
  // `remember: false` lets the cookie end with the browser session.
  const result = { login: { accountId: subject, remember: false, amr: ['pwd'] } };
  // False: another request with the same form, from a double click, has already finished the sign-in.
  if (!(await records.storeFinishedSignIn({ ...signIn, result }))) return sendExpired(options, exchange);
  await audit.signedIn(account, request);
  await rememberBrowser(database, response, { browser: browserIdOf(request), subject, now: now(), issuer });
  await endSessionOfOtherUser(options, exchange, subject);
  deleteOpenSignIn(provider, request, response, url.pathname);
  sendRedirect(response, signIn.returnTo);
}

/**
 * Ends the session of another user who is still signed in in this browser. Otherwise oidc-provider would end it with
 * a page that submits itself by an inline script, which our security policy forbids.
 */
async function endSessionOfOtherUser(
  { provider, records }: SignInFormOptions,
  { request, response }: Exchange,
  subject: string,
): Promise<void> {
  const session = await provider.Session.get(provider.createContext(request, response));
  if (session.accountId !== undefined && session.accountId !== subject) await endSession(session, records);
}

function sendExpired({ messages }: SignInFormOptions, { response, language }: Exchange): void {
  sendPage(response, 400, renderExpiredPage({ ...messages, language }));
}

function sendForm(
  options: SignInFormOptions,
  { response, url, language }: Exchange,
  username: string,
  failure?: SignInFailure,
): void {
  if (failure !== undefined && 'waitMs' in failure) {
    response.setHeader('retry-after', Math.ceil(failure.waitMs / 1000));
  }
  const { messages, demoAccounts } = options;
  const { assets } = messages;
  const status = failure === undefined ? 200 : statusOfFailure[failure.kind];
  const action = url.pathname + url.search;
  sendPage(response, status, renderSignInPage({ assets, language, action, username, failure, demoAccounts }));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
