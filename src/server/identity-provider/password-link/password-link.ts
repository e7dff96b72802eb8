/** Serves the page behind a link that is used once: an invited or locked-out person sets the password of the account. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Database } from '../../database/database.ts';
import type { LanguageCode } from '../../../domain/language.ts';
import { DisplayName, NewPassword } from '../../../contract/manage/fields.ts';
import { type Account, findEnabledAccount } from '../accounts/accounts.ts';
import { recordAccount } from '../accounts/audit-account.ts';
import { resetPassword } from '../accounts/change-account.ts';
import { findOneTimeToken, consumeOneTimeToken } from '../accounts/one-time-tokens.ts';
import { hashPassword } from '../accounts/password-hash.ts';
import { linkEndedPage, type MessagePageOptions, passwordSavedPage } from '../pages/message-page.ts';
import { newPasswordPage, type NewPasswordFailure, openLinkPage } from '../pages/new-password-page.ts';
import { languageOfRequest } from '../pages/page-language.ts';
import { allowScript, sendPage, sendPlainError } from '../pages/send-page.ts';
import { readForm } from '../sign-in/form-body.ts';
import { type PasswordQueue, queueRetryMs } from '../sign-in/password-queue.ts';

export const passwordLinkPath = '/password';

/** Browsers do not send the fragment, so no log of a server or proxy has the secret. `issuer`: `<public origin>/idp`. */
export function passwordLinkOf(issuer: string, secret: string): string {
  return `${issuer}${passwordLinkPath}#${secret}`;
}

export interface PasswordLinkOptions {
  readonly database: Database;
  readonly queue: PasswordQueue;
  readonly now: () => number;
  /** `<public origin>/idp`. */
  readonly issuer: string;
  /** The address of the client, for the audit log. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly messages: Omit<MessagePageOptions, 'language'>;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly messages: MessagePageOptions;
}

interface Link {
  readonly secret: string;
  readonly account: Account;
  readonly purpose: 'invitation' | 'password';
}

/**
 * The address is `<base>/password?lng=<picked language>#<secret>`. A GET gets a page whose script submits the secret.
 * A form with the secret alone gets the form for the password.
 */
export async function servePasswordLink(
  options: PasswordLinkOptions,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  if (!['GET', 'HEAD', 'POST'].includes(request.method ?? '')) {
    return sendPlainError(response, 405, 'This address supports GET and POST only');
  }
  const language = languageOfRequest(request, { picked: url.searchParams.get('lng') });
  const messages = { ...options.messages, language };
  if (request.method !== 'POST') {
    const { assets } = messages;
    allowScript(response, new URL(assets.linkScriptUrl, options.issuer).href);
    return sendPage(response, 200, openLinkPage({ assets, language, action: actionOf(url, language) }));
  }
  const form = (await readForm(request)) ?? new URLSearchParams();
  const link = await findLink(options, form.get('secret') ?? '');
  if (link === undefined) return sendPage(response, 410, linkEndedPage(messages));
  const exchange = { request, response, url, messages };
  if (form.has('password')) return submit(options, exchange, link, form);
  sendForm(exchange, link, link.account.displayName);
}

function actionOf({ pathname }: URL, language: LanguageCode): string {
  return `${pathname}?lng=${language}`;
}

async function submit(
  options: PasswordLinkOptions,
  exchange: Exchange,
  link: Link,
  form: URLSearchParams,
): Promise<void> {
  const { response, messages } = exchange;
  const textOf = (field: string) => form.get(field) ?? '';
  const submitted = { name: textOf('name'), password: textOf('password'), repeated: textOf('repeated') };
  const failure = failureOf(link, submitted);
  if (failure !== undefined) return sendForm(exchange, link, submitted.name, failure);
  if (options.queue.isFull({ isKnownDevice: true })) {
    response.setHeader('retry-after', queueRetryMs / 1000);
    return sendForm(exchange, link, submitted.name, { kind: 'busy', waitMs: queueRetryMs });
  }
  const isSaved = await savePassword(options, exchange, link, submitted);
  if (isSaved) sendPage(response, 200, passwordSavedPage(messages, link.account.username));
  else sendPage(response, 410, linkEndedPage(messages));
}

function sendForm(
  { response, url, messages: { assets, language } }: Exchange,
  { secret, account, purpose }: Link,
  name: string,
  failure?: NewPasswordFailure,
): void {
  const status = failure === undefined ? 200 : failure.kind === 'busy' ? 503 : 422;
  const displayName = purpose === 'invitation' ? name : undefined;
  const action = actionOf(url, language);
  const { username } = account;
  sendPage(response, status, newPasswordPage({ assets, language, action, secret, username, displayName, failure }));
}

async function findLink({ database, now }: PasswordLinkOptions, secret: string): Promise<Link | undefined> {
  const token = await findOneTimeToken(database, secret, now());
  if (token === undefined || token.purpose === 'passkey') return undefined;
  const account = await findEnabledAccount(database, token.subject);
  return account && { secret, account, purpose: token.purpose };
}

interface Submitted {
  readonly name: string;
  readonly password: string;
  readonly repeated: string;
}

function failureOf({ purpose }: Link, { name, password, repeated }: Submitted): NewPasswordFailure | undefined {
  if (purpose === 'invitation' && !DisplayName.safeParse(name).success) return { kind: 'nameMissing' };
  if (!NewPassword.safeParse(password).success) return { kind: 'passwordTooShort' };
  return password === repeated ? undefined : { kind: 'passwordsDiffer' };
}

/** Resolves to false when the link was used or the account was disabled meanwhile. */
async function savePassword(
  { database, queue, now, addressOf }: PasswordLinkOptions,
  { request, response }: Exchange,
  { secret, account, purpose }: Link,
  { name, password }: Submitted,
): Promise<boolean> {
  const isAbandoned = () => response.destroyed;
  const passwordHash = await queue.run({ isKnownDevice: true, isAbandoned }, () => hashPassword(password));
  if (passwordHash === undefined) return false;
  return database.query.transaction().execute(async (query) => {
    if ((await consumeOneTimeToken({ query }, secret, now())) === undefined) return false;
    const { subject: id, username } = account;
    const actor = { kind: 'user', id, name: username, address: addressOf(request) } as const;
    const source = { actor, at: now() };
    await resetPassword({ query }, account, passwordHash, source);
    const displayName = purpose === 'invitation' ? DisplayName.parse(name) : account.displayName;
    if (displayName === account.displayName) return true;
    await query.updateTable('account').set({ display_name: displayName }).where('subject', '=', id).execute();
    await recordAccount(query, 'account.change', { before: account, after: { ...account, displayName } }, source);
    return true;
  });
}
