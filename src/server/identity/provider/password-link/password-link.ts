/** Serves the pages of a one-time link, with which an invited or locked-out person sets a password. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Database } from '../../../database/database.ts';
import type { LanguageCode } from '../../../../domain/language.ts';
import { NewPassword } from '../../../../contract/fields.ts';
import type { Account } from '../../../people/accounts/accounts.ts';
import { setPassword } from '../../../people/accounts/change-account.ts';
import { consumePasswordLink, findLinkedAccount } from '../../../people/accounts/password-links.ts';
import { hashPassword } from '../../../people/accounts/password-hash.ts';
import { renderLinkEndedPage, type MessagePageOptions, renderPasswordSavedPage } from '../pages/message-page.ts';
import { renderNewPasswordPage, type NewPasswordFailure, renderPasswordLinkPage } from '../pages/new-password-page.ts';
import { languageOfRequest } from '../pages/page-language.ts';
import { allowScript, sendPage, sendPlainError } from '../pages/send-page.ts';
import { readForm } from '../sign-in/form-body.ts';
import { type PasswordQueue, queueRetryDelayMs } from '../sign-in/password-queue.ts';

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
}

/**
 * Serves `<base>/password?lng=<picked language>#<secret>`. GET returns a page whose script submits the secret. A form
 * with only the secret returns the form for the password.
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
    return sendPage(response, 200, renderPasswordLinkPage({ assets, language, action: actionOf(url, language) }));
  }
  const form = (await readForm(request)) ?? new URLSearchParams();
  const secret = form.get('secret') ?? '';
  const account = await findLinkedAccount(options.database, secret, options.now());
  if (account === undefined) return sendPage(response, 410, renderLinkEndedPage(messages));
  const link = { secret, account };
  const exchange = { request, response, url, messages };
  if (form.has('password')) return submitPassword(options, exchange, link, form);
  sendForm(exchange, link);
}

function actionOf({ pathname }: URL, language: LanguageCode): string {
  return `${pathname}?lng=${language}`;
}

async function submitPassword(
  options: PasswordLinkOptions,
  exchange: Exchange,
  link: Link,
  form: URLSearchParams,
): Promise<void> {
  const { response, messages } = exchange;
  const password = form.get('password') ?? '';
  if (!NewPassword.safeParse(password).success) return sendForm(exchange, link, { kind: 'passwordTooShort' });
  if (password !== form.get('repeated')) return sendForm(exchange, link, { kind: 'passwordsDiffer' });
  if (options.queue.isFull({ isKnownBrowser: true })) {
    response.setHeader('retry-after', queueRetryDelayMs / 1000);
    return sendForm(exchange, link, { kind: 'busy', waitMs: queueRetryDelayMs });
  }
  const isSaved = await savePassword(options, exchange, link, password);
  if (isSaved) sendPage(response, 200, renderPasswordSavedPage(messages, link.account.username));
  else sendPage(response, 410, renderLinkEndedPage(messages));
}

function sendForm(
  { response, url, messages: { assets, language } }: Exchange,
  { secret, account: { username } }: Link,
  failure?: NewPasswordFailure,
): void {
  const status = failure === undefined ? 200 : failure.kind === 'busy' ? 503 : 422;
  const action = actionOf(url, language);
  sendPage(response, status, renderNewPasswordPage({ assets, language, action, secret, username, failure }));
}

/** Sets the password. Resolves to false when the link was used or the account was disabled in the meantime. */
async function savePassword(
  { database, queue, now, addressOf }: PasswordLinkOptions,
  { request, response }: Exchange,
  { secret, account }: Link,
  password: string,
): Promise<boolean> {
  const isAbandoned = () => response.destroyed;
  const passwordHash = await queue.run({ isKnownBrowser: true, isAbandoned }, () => hashPassword(password));
  if (passwordHash === undefined) return false;
  return database.query.transaction().execute(async (query) => {
    if (!(await consumePasswordLink({ query }, secret, now()))) return false;
    const actor = { kind: 'user', id: account.subject, name: account.username, address: addressOf(request) } as const;
    await setPassword({ query }, account, { passwordHash }, { actor, at: now() });
    return true;
  });
}
