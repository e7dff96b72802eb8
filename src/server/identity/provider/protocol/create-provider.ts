/** Creates the oidc-provider instance with our pages, addresses and log. */
import { Provider, type KoaContextWithOIDC } from 'oidc-provider';
import { renderFailurePage, renderSignOutPage, type MessagePageOptions } from '../pages/message-page.ts';
import { languageOfRequest } from '../pages/page-language.ts';
import { storeOpenSignIn } from './open-sign-in.ts';
import {
  createProviderConfiguration,
  type ProviderConfigurationOptions,
  responseModes,
  sessionEndOf,
} from './provider-configuration.ts';
import type { SignInAudit } from '../sign-in/sign-in-audit.ts';
import { signOutByHint } from './sign-out.ts';

export interface ProviderLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface ProviderOptions extends Omit<ProviderConfigurationOptions, 'pages'> {
  readonly log: ProviderLog;
  readonly messages: Omit<MessagePageOptions, 'language'>;
  readonly audit: Pick<SignInAudit, 'signedOut'>;
}

export function createProvider(options: ProviderOptions): Provider {
  const { issuer, records, lifetimes, now, log, audit } = options;
  const { protocol, host } = new URL(issuer);
  const provider = new Provider(issuer, createProviderConfiguration({ ...options, pages: createPages(options) }));
  // Builds all addresses from the issuer, because the Host header of a request cannot be trusted.
  Object.defineProperties(provider.request, {
    protocol: { get: () => protocol.slice(0, -1) },
    host: { get: () => host },
  });
  // Removes response modes that are not supported from the discovery document. The setting `discovery` of oidc-provider
  // can only add values.
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.path !== '/.well-known/openid-configuration' || !(ctx.body instanceof Object)) return;
    Object.assign(ctx.body, { response_modes_supported: responseModes });
  });
  provider.on('interaction.started', (ctx) => storeOpenSignIn(ctx, options));
  const logError = (error: unknown) => log.error({ err: error }, 'the identity provider failed');
  provider.on('server_error', (_ctx, error) => logError(error));
  Object.assign(provider, { onerror: logError });
  provider.on('grant.success', ({ oidc }) => {
    // Extends the session with each renewal of a token.
    const uid = oidc.entities.RotatedRefreshToken?.sessionUid;
    if (uid === undefined) return;
    records
      .extendSession(uid, (signedInAt) => sessionEndOf(lifetimes, now(), signedInAt))
      .catch((error: unknown) => log.error({ err: error }, 'a session could not be extended'));
  });
  // Emitted when a user has confirmed the sign-out.
  provider.on('end_session.success', ({ oidc, req }) => {
    const subject = oidc.session?.accountId;
    if (subject === undefined) return;
    audit
      .signedOut(subject, req)
      .catch((error: unknown) => log.error({ err: error }, 'a sign-out could not be recorded'));
  });
  return provider;
}

function createPages({ issuer, records, messages, audit }: ProviderOptions): ProviderConfigurationOptions['pages'] {
  const messagesFor = (ctx: KoaContextWithOIDC) => ({
    ...messages,
    language: languageOfRequest(ctx.req, { uiLocales: ctx.URL.searchParams.get('ui_locales') }),
  });
  return {
    error: (ctx, { error, error_description: description }) => {
      ctx.type = 'html';
      ctx.body = renderFailurePage(messagesFor(ctx), [error, description].join(': ')).text;
    },
    signOut: async (ctx, form) => {
      const subject = ctx.oidc.session?.accountId;
      if (await signOutByHint(ctx, records, issuer)) {
        if (subject !== undefined) await audit.signedOut(subject, ctx.req);
        return;
      }
      ctx.body = renderSignOutPage(messagesFor(ctx), form).text;
    },
    signedOut: async (ctx) => ctx.redirect(messages.startUrl),
  };
}
