/** Makes oidc-provider ours: its pages, its addresses, its log. */
import { Provider, type KoaContextWithOIDC } from 'oidc-provider';
import type { Database } from '../../database/database.ts';
import type { Lifetimes } from '../lifetimes.ts';
import { failedPage, signedOutPage, signOutPage, type MessagePageOptions } from '../pages/message-page.ts';
import { languageOfRequest } from '../pages/page-language.ts';
import { providerConfiguration, sessionCookie, sessionEnd } from './provider-configuration.ts';
import type { ProviderKeys } from './provider-keys.ts';
import type { ProviderRecords } from './provider-records.ts';
import { signOutByHint } from './sign-out.ts';

export interface ProviderLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface ProviderOptions {
  readonly issuer: string;
  readonly database: Database;
  readonly records: ProviderRecords;
  readonly keys: ProviderKeys;
  readonly lifetimes: Lifetimes;
  readonly now: () => number;
  readonly log: ProviderLog;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  /** Where somebody is shown that she is signed out, when no other address is wanted. */
  readonly signedOutUrl: string;
  readonly messages: Omit<MessagePageOptions, 'language'>;
}

export function createProvider(options: ProviderOptions): Provider {
  const { issuer, records, lifetimes, now, log, messages } = options;
  const { pathname: basePath, protocol, host } = new URL(issuer);
  const cookie = { name: sessionCookie.name, path: basePath };
  const messagesFor = (ctx: KoaContextWithOIDC) => ({
    ...messages,
    language: languageOfRequest(ctx.req, { uiLocales: ctx.URL.searchParams.get('ui_locales') }),
  });

  const provider = new Provider(
    issuer,
    providerConfiguration({
      ...options,
      basePath,
      renderError: (ctx, { error, error_description: description }) => {
        ctx.type = 'html';
        ctx.body = failedPage(messagesFor(ctx), [error, description].join(': ')).text;
      },
      renderSignOut: async (ctx, form) => {
        if (await signOutByHint(ctx, records, cookie, options.signedOutUrl)) return;
        ctx.body = signOutPage(messagesFor(ctx), form).text;
      },
      renderSignedOut: async (ctx) => {
        ctx.type = 'html';
        ctx.body = signedOutPage(messagesFor(ctx)).text;
      },
    }),
  );
  // Addresses are made from the issuer, never from what a request claims in its Host header.
  Object.defineProperties(provider.request, {
    protocol: { get: () => protocol.slice(0, -1) },
    host: { get: () => host },
  });
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'the identity provider failed'));
  Object.assign(provider, { onerror: (error: unknown) => log.error({ err: error }, 'the identity provider failed') });
  provider.on('grant.success', ({ oidc }) => {
    const uid = oidc.entities.RotatedRefreshToken?.sessionUid;
    if (uid === undefined) return;
    // Whoever renews is still there.
    records
      .extendSession(uid, (signedInAt) => sessionEnd(lifetimes, now(), signedInAt))
      .catch((error: unknown) => log.error({ err: error }, 'a session could not be extended'));
  });
  return provider;
}
