/** Serves the sign-in form and checks the submitted password. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, type Provider } from 'oidc-provider';
import type { LanguageCode } from '../../../domain/language.ts';
import type { Database } from '../../database/database.ts';
import { loggableUsername, normalizeUsername, verifyPassword, type Account } from '../accounts/accounts.ts';
import { expiredPage, type MessagePageOptions } from '../pages/message-page.ts';
import { languageOfRequest } from '../pages/page-language.ts';
import { sendPage, sendPlainError } from '../pages/send-page.ts';
import { signInPage, type DemoAccount, type SignInFailure } from '../pages/sign-in-page.ts';
import type { ProviderRecords } from '../protocol/provider-records.ts';
import { endSession } from '../protocol/sign-out.ts';
import { readForm } from './form-body.ts';
import { deviceOf, isKnownDevice, rememberDevice } from './known-devices.ts';
import { queueRetryMs, type PasswordQueue } from './password-queue.ts';
import type { SignInBackoff } from './sign-in-backoff.ts';

export interface SignInFormOptions {
  readonly provider: Provider;
  readonly records: ProviderRecords;
  readonly database: Database;
  readonly backoff: SignInBackoff;
  readonly queue: PasswordQueue;
  readonly now: () => number;
  /** `<public origin>/idp`. */
  readonly issuer: string;
  readonly demoAccounts: readonly DemoAccount[];
  readonly addressOf: (request: IncomingMessage) => string;
  readonly messages: Omit<MessagePageOptions, 'language'>;
  readonly log: { warn(details: object, message: string): void };
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** A request for the sign-in form, with the language of the answer. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly language: LanguageCode;
}

const statusOfFailure = { missing: 422, wrong: 403, 'too-many': 429, busy: 503 } as const;

const busy: SignInFailure = { kind: 'busy', waitMs: queueRetryMs };

/** The address is `<base>/sign-in/<uid>?lng=<picked language>`. */
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
  if (request.method === 'POST' && deviceOf(request) === undefined && options.queue.isFull(false)) {
    // Refused before the database is asked, because in a flood most requests end here.
    const { username } = await readCredentials(options, request);
    const language = languageOfRequest(request, { picked });
    return sendForm(options, { request, response, url, language }, username, busy);
  }
  const interaction = await orSessionNotFound(options.provider.interactionDetails(request, response));
  const language = languageOfRequest(request, { picked, uiLocales: textOf(interaction?.params['ui_locales']) });
  const exchange = { request, response, url, language };
  if (interaction === undefined) return sendExpired(options, exchange);
  if (request.method !== 'POST') {
    return sendForm(options, exchange, textOf(interaction.params['login_hint']) ?? '');
  }
  await submitForm(options, exchange, interaction);
}

async function submitForm(options: SignInFormOptions, exchange: Exchange, interaction: Interaction): Promise<void> {
  const { request, response } = exchange;
  const { username, password } = await readCredentials(options, request);
  const device = deviceOf(request);
  const outcome = await checkPassword(options, exchange, { username, password, device });
  if (outcome === undefined) return void response.destroy();
  if ('failure' in outcome) return sendForm(options, exchange, username, outcome.failure);
  const { subject } = outcome.account;
  await rememberDevice(options.database, response, { device, subject, now: options.now(), issuer: options.issuer });
  const isFinished = await orSessionNotFound(finishSignIn(options, exchange, interaction, outcome.account));
  // The form was submitted twice, and the other request finished first.
  if (isFinished === undefined) sendExpired(options, exchange);
}

/** Resolves to undefined when the sign-in has expired, is finished, or belongs to another browser. */
async function orSessionNotFound<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

async function readCredentials({ demoAccounts }: SignInFormOptions, request: IncomingMessage) {
  const form = await readForm(request);
  const picked = demoAccounts.find(({ username }) => username === form?.get('shown'));
  return picked ?? { username: form?.get('username') ?? '', password: form?.get('password') ?? '' };
}

interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly device: string | undefined;
}

/** Resolves to undefined when the client has disconnected before its password was checked. */
async function checkPassword(
  { database, backoff, queue, addressOf, now, log }: SignInFormOptions,
  { request, response }: Exchange,
  { username, password, device }: Credentials,
): Promise<{ readonly account: Account } | { readonly failure: SignInFailure } | undefined> {
  if (username.trim() === '' || password === '') return { failure: { kind: 'missing' } };
  const [account, address] = [normalizeUsername(username), addressOf(request)];
  const isKnown = await isKnownDevice(database, { device, username: account, now: now() });
  if (queue.isFull(isKnown)) return { failure: busy };
  const attempt = { account, address, knownDevice: isKnown ? device : undefined };
  const warn = async (message: string) =>
    log.warn({ username: await loggableUsername(database, account), address }, message);
  const waitMs = backoff.startAttempt(attempt);
  if (waitMs > 0) {
    await warn('too many failed sign-ins');
    return { failure: { kind: 'too-many', waitMs } };
  }
  const isAbandoned = () => response.destroyed;
  const outcome = await queue.run({ isKnownDevice: isKnown, isAbandoned }, async () => ({
    found: await verifyPassword(database, username, password),
  }));
  if (outcome === undefined) return undefined;
  if (outcome.found === undefined) {
    await warn('failed sign-in');
    return { failure: { kind: 'wrong' } };
  }
  backoff.recordSuccess(attempt);
  return { account: outcome.found };
}

/**
 * Ends the session of another user who is still signed in in this browser. Otherwise oidc-provider would end it with
 * a page that submits itself by an inline script, which our security policy forbids.
 */
async function endSessionOfOtherUser(
  { provider, records }: SignInFormOptions,
  interaction: Interaction,
  subject: string,
): Promise<void> {
  if (interaction.session === undefined || interaction.session.accountId === subject) return;
  const other = await provider.Session.findByUid(interaction.session.uid);
  delete interaction.session;
  await interaction.persist();
  if (other !== undefined) await endSession(other, records);
}

async function finishSignIn(
  options: SignInFormOptions,
  { request, response }: Exchange,
  interaction: Interaction,
  account: Account,
): Promise<true> {
  await endSessionOfOtherUser(options, interaction, account.subject);
  await options.provider.interactionFinished(
    request,
    response,
    // `remember: false`: the cookie ends with the browser.
    { login: { accountId: account.subject, remember: false, amr: ['pwd'] } },
    { mergeWithLastSubmission: false },
  );
  return true;
}

function sendExpired({ messages }: SignInFormOptions, { response, language }: Exchange): void {
  sendPage(response, 400, expiredPage({ ...messages, language }));
}

function sendForm(
  { messages, demoAccounts }: SignInFormOptions,
  { response, url, language }: Exchange,
  username: string,
  failure?: SignInFailure,
): void {
  if (failure?.kind === 'too-many' || failure?.kind === 'busy')
    response.setHeader('retry-after', Math.ceil(failure.waitMs / 1000));
  const status = failure === undefined ? 200 : statusOfFailure[failure.kind];
  const action = url.pathname + url.search;
  sendPage(
    response,
    status,
    signInPage({ assets: messages.assets, language, action, username, failure, demoAccounts }),
  );
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
