/** Shows the sign-in form and takes what is sent with it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, type Provider } from 'oidc-provider';
import type { LanguageCode } from '../../../domain/language.ts';
import type { Database } from '../../database/database.ts';
import { loggableUsername, normalizeUsername, verifyPassword, type Account } from '../accounts/accounts.ts';
import type { SignInBackoff } from './sign-in-backoff.ts';
import { readForm } from './form-body.ts';
import { expiredPage, type MessagePageOptions } from '../pages/message-page.ts';
import { languageOfRequest } from '../pages/page-language.ts';
import { signInPage, type DemoAccount, type SignInRefusal } from '../pages/sign-in-page.ts';
import type { ProviderRecords } from '../protocol/provider-records.ts';
import { sendPage } from '../pages/send-page.ts';
import { endSession } from '../protocol/sign-out.ts';

export interface SignInFormOptions {
  readonly provider: Provider;
  readonly records: ProviderRecords;
  readonly database: Database;
  readonly attempts: SignInBackoff;
  readonly demoAccounts: readonly DemoAccount[];
  readonly addressOf: (request: IncomingMessage) => string;
  readonly messages: Omit<MessagePageOptions, 'language'>;
  readonly log: { warn(details: object, message: string): void };
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

const statusOfRefusal = { missing: 422, wrong: 403, 'too-many': 429 } as const;

export function createSignInForm(options: SignInFormOptions) {
  const { provider, database, attempts, messages, log } = options;

  /** The address is `<base>/sign-in/<uid>?lng=<picked language>`. */
  return async function serveSignInForm(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const interaction = await findInteraction(request, response);
    const language = languageOfRequest(request, {
      picked: url.searchParams.get('lng'),
      uiLocales: textOf(interaction?.params['ui_locales']),
    });
    const isOver = async () => sendPage(response, 400, expiredPage({ ...messages, language }));
    if (interaction === undefined) return isOver();
    if (request.method !== 'POST') {
      return show(response, url, language, textOf(interaction.params['login_hint']) ?? '');
    }
    const { username, password } = await readCredentials(request);
    const outcome = await check(username, password, options.addressOf(request));
    if ('refusal' in outcome) return show(response, url, language, username, outcome.refusal);
    return finish(request, response, interaction, outcome.account).catch((error: unknown) => {
      // Sent twice, and the other one was quicker.
      if (error instanceof errors.SessionNotFound) return isOver();
      throw error;
    });
  };

  async function readCredentials(request: IncomingMessage) {
    const form = await readForm(request);
    const shown = options.demoAccounts.find(({ username }) => username === form?.get('shown'));
    return shown ?? { username: form?.get('username') ?? '', password: form?.get('password') ?? '' };
  }

  async function check(
    username: string,
    password: string,
    address: string,
  ): Promise<{ readonly account: Account } | { readonly refusal: SignInRefusal }> {
    if (username.trim() === '' || password === '') return { refusal: { kind: 'missing' } };
    const name = normalizeUsername(username);
    const waitMs = attempts.attempt(name, address);
    if (waitMs > 0) {
      log.warn({ username: await loggableUsername(database, name), address }, 'too many failed sign-ins');
      return { refusal: { kind: 'too-many', waitMs } };
    }
    const account = await verifyPassword(database, username, password);
    if (account === undefined) {
      log.warn({ username: await loggableUsername(database, name), address }, 'failed sign-in');
      return { refusal: { kind: 'wrong' } };
    }
    attempts.succeeded(name, address);
    return { account };
  }

  async function finish(
    request: IncomingMessage,
    response: ServerResponse,
    interaction: Interaction,
    account: Account,
  ): Promise<void> {
    await endSessionOfAnother(interaction, account.subject);
    await provider.interactionFinished(
      request,
      response,
      // Not remembered: the cookie ends with the browser, and before that the session decides.
      { login: { accountId: account.subject, remember: false, amr: ['pwd'] } },
      { mergeWithLastSubmission: false },
    );
  }

  /** Undefined: it has ended, it never was, or it is another browser's. */
  async function findInteraction(request: IncomingMessage, response: ServerResponse) {
    try {
      return await provider.interactionDetails(request, response);
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return undefined;
      throw error;
    }
  }

  /**
   * Who signs in where another person is still signed in takes over. The provider would do it by a
   * page that submits itself with an inline script, which our pages do not allow.
   */
  async function endSessionOfAnother(interaction: Interaction, subject: string): Promise<void> {
    if (interaction.session === undefined || interaction.session.accountId === subject) return;
    const other = await provider.Session.findByUid(interaction.session.uid);
    delete interaction.session;
    await interaction.persist();
    if (other !== undefined) await endSession(other, options.records);
  }

  function show(
    response: ServerResponse,
    url: URL,
    language: LanguageCode,
    username: string,
    refusal?: SignInRefusal,
  ): void {
    if (refusal?.kind === 'too-many') response.setHeader('retry-after', Math.ceil(refusal.waitMs / 1000));
    const status = refusal === undefined ? 200 : statusOfRefusal[refusal.kind];
    const action = url.pathname + url.search;
    const { assets } = messages;
    sendPage(
      response,
      status,
      signInPage({ assets, language, action, username, refusal, demoAccounts: options.demoAccounts }),
    );
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
