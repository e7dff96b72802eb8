/** Serves the sign-in form and checks the submitted password or passkey. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, type Provider } from 'oidc-provider';
import type { LanguageCode } from '../../../domain/language.ts';
import type { Database } from '../../database/database.ts';
import { type Account, normalizeUsername } from '../accounts/accounts.ts';
import { expiredPage, type MessagePageOptions } from '../pages/message-page.ts';
import { languageOfRequest } from '../pages/page-language.ts';
import { allowScript, sendPage, sendPlainError } from '../pages/send-page.ts';
import { signInPage, type DemoAccount, type SignInFailure } from '../pages/sign-in-page.ts';
import type { ProviderRecords } from '../protocol/provider-records.ts';
import { endSession } from '../protocol/sign-out.ts';
import { readForm } from './form-body.ts';
import type { CheckPassword } from './check-password.ts';
import { deviceOf, isKnownDevice, rememberDevice } from './known-devices.ts';
import { checkPasskey, requestPasskey } from './passkey-sign-in.ts';
import { type PasswordQueue, queueRetryMs } from './password-queue.ts';
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

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** A request for the sign-in form, with the language of the answer. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly language: LanguageCode;
  /** The id of the sign-in. Undefined: it was not looked up. */
  readonly uid?: string;
}

const statusOfFailure = { missing: 422, wrong: 403, passkeyWrong: 403, 'too-many': 429, busy: 503 } as const;

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
  if (request.method === 'POST' && deviceOf(request) === undefined && options.queue.isFull({ isKnownDevice: false })) {
    // Refused before the database is asked, because in a flood most requests end here.
    const { username } = await readCredentials(options, request);
    const language = languageOfRequest(request, { picked });
    return sendForm(options, { request, response, url, language }, username, busy);
  }
  const interaction = await orSessionNotFound(options.provider.interactionDetails(request, response));
  const language = languageOfRequest(request, { picked, uiLocales: textOf(interaction?.params['ui_locales']) });
  if (interaction === undefined) return sendExpired(options, { request, response, url, language });
  const exchange = { request, response, url, language, uid: interaction.uid };
  if (request.method !== 'POST') {
    return sendForm(options, exchange, textOf(interaction.params['login_hint']) ?? '');
  }
  await submitForm(options, exchange, interaction);
}

async function submitForm(options: SignInFormOptions, exchange: Exchange, interaction: Interaction): Promise<void> {
  const { request, response } = exchange;
  const { username, password, passkey } = await readCredentials(options, request);
  const outcome =
    passkey === undefined
      ? await checkPasswordOf(options, exchange, { username, password })
      : await checkPasskeyOf(options, exchange, passkey);
  if (outcome === undefined) return void response.destroy();
  if ('failure' in outcome) return sendForm(options, exchange, username, outcome.failure);
  const { subject } = outcome.account;
  await options.audit.signedIn(outcome.account, request);
  const { database, now, issuer } = options;
  await rememberDevice(database, response, { device: deviceOf(request), subject, now: now(), issuer });
  const isFinished = await orSessionNotFound(finishSignIn(options, exchange, interaction, outcome.account));
  // The form was submitted twice, and the other request finished first.
  if (isFinished === undefined) sendExpired(options, exchange);
}

async function checkPasswordOf(
  { database, now, checkPassword }: SignInFormOptions,
  { request, response }: Exchange,
  { username, password }: { readonly username: string; readonly password: string },
) {
  const device = deviceOf(request);
  const isKnown = await isKnownDevice(database, { device, username: normalizeUsername(username), now: now() });
  return checkPassword({
    username,
    password,
    request,
    knownDevice: isKnown ? device : undefined,
    isAbandoned: () => response.destroyed,
  });
}

async function checkPasskeyOf(
  options: SignInFormOptions,
  { request, uid = '' }: Exchange,
  answer: string,
): Promise<{ readonly account: Account } | { readonly failure: SignInFailure }> {
  const account = await checkPasskey(options, { answer, uid });
  if (account !== undefined) return { account };
  await options.audit.failed({ username: '', reason: 'wrong-passkey' }, request);
  return { failure: { kind: 'passkeyWrong' } };
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
  const typed = { username: form?.get('username') ?? '', password: form?.get('password') ?? '' };
  return { ...(picked ?? typed), passkey: form?.get('passkey') ?? undefined };
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

async function sendForm(
  options: SignInFormOptions,
  { response, url, language, uid }: Exchange,
  username: string,
  failure?: SignInFailure,
): Promise<void> {
  if (failure !== undefined && 'waitMs' in failure) {
    response.setHeader('retry-after', Math.ceil(failure.waitMs / 1000));
  }
  const { messages, demoAccounts, issuer } = options;
  const { assets } = messages;
  const passkey = uid === undefined ? undefined : await requestPasskey(options, uid);
  if (passkey !== undefined) allowScript(response, new URL(assets.passkeyScriptUrl, issuer).href);
  const status = failure === undefined ? 200 : statusOfFailure[failure.kind];
  const action = url.pathname + url.search;
  sendPage(response, status, signInPage({ assets, language, action, username, failure, demoAccounts, passkey }));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
