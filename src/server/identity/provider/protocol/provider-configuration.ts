/** The configuration of oidc-provider: one client, one flow (authorization code with PKCE), one API. */
import { errors, interactionPolicy, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { languages } from '../../../../domain/language.ts';
import type { Database } from '../../../database/database.ts';
import { findEnabledAccount } from '../../../people/accounts/accounts.ts';
import type { Lifetimes } from '../lifetimes.ts';
import { signingAlgorithm, type ProviderKeys } from './provider-keys.ts';
import type { ProviderRecords } from './provider-records.ts';
import { postLogoutRedirectUriOf } from './sign-out.ts';

const webClientId = 'room-status-web';
const apiAudience = 'urn:room-status:api';
export const responseModes = ['query'] as const;
/** The name of the cookie. NOTE: an earlier version used `room-status-sign-in` for cookies with another content. */
export const interactionCookieName = 'room-status-open-sign-in';
const scopes = ['openid', 'email', 'groups'];

export interface ProviderConfigurationOptions {
  readonly database: Database;
  readonly records: ProviderRecords;
  readonly keys: ProviderKeys;
  readonly lifetimes: Lifetimes;
  readonly now: () => number;
  /** `<public origin>/idp`. The web app has the same origin. */
  readonly issuer: string;
  readonly pages: {
    readonly error: NonNullable<Configuration['renderError']>;
    readonly signOut: (ctx: KoaContextWithOIDC, form: string) => Promise<void>;
    readonly signedOut: (ctx: KoaContextWithOIDC) => Promise<void>;
  };
}

export function createProviderConfiguration(options: ProviderConfigurationOptions): Configuration {
  const { issuer, keys, pages, records } = options;
  const { pathname: basePath } = new URL(issuer);
  const policy = interactionPolicy.base();
  // Removes the consent page, because the only client is our own web app. loadExistingGrant grants it all scopes.
  policy.remove('consent');

  return {
    adapter: (model) => records.adapterOf(model),
    jwks: { keys: keys.signing.map(({ retiredAt: _retiredAt, ...key }) => key) },
    cookies: {
      keys: [...keys.cookies],
      names: { session: 'room-status-session', interaction: interactionCookieName, resume: 'room-status-resume' },
      long: { path: basePath },
    },
    clients: [webClient(issuer)],
    clientAuthMethods: ['none'],
    enabledJWA: { idTokenSigningAlgValues: [signingAlgorithm] },
    responseTypes: ['code'],
    discovery: { ui_locales_supported: languages.map(({ code }) => code) },
    scopes,
    claims: { email: ['email'], groups: ['groups'] },
    // Puts groups and e-mail into the id token, so that no userinfo call is needed.
    conformIdTokenClaims: false,
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: (_ctx, origin, client) =>
      (client.redirectUris ?? []).some((uri) => new URL(uri).origin === origin),
    interactions: { policy, url: (_ctx, { uid }) => signInPathOf(issuer, uid) },
    features: features(options),
    // Issues refresh tokens without the scope offline_access, so that they end with the session. The web app has no
    // secret, so oidc-provider requires PKCE and lets each refresh token be used once.
    issueRefreshToken: () => true,
    ttl: tokenLifetimes(options),
    ...accountCallbacks(options.database),
    loadExistingGrant,
    renderError: pages.error,
  };
}

/** The path of a sign-in form. `uid`: the id of the sign-in. */
export function signInPathOf(issuer: string, uid: string): string {
  return `${new URL(issuer).pathname}/sign-in/${uid}`;
}

/** Returns when a session that is used at `now` ends. All times in epoch milliseconds. */
export function sessionEndOf(lifetimes: Lifetimes, now: number, signedInAt: number): number {
  return Math.min(now + lifetimes.sessionIdleSeconds * 1000, signedInAt + lifetimes.maxSessionSeconds * 1000);
}

function webClient(issuer: string): NonNullable<Configuration['clients']>[number] {
  return {
    client_id: webClientId,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: [`${new URL(issuer).origin}/callback`],
    response_modes: [...responseModes],
    post_logout_redirect_uris: [postLogoutRedirectUriOf(issuer)],
    id_token_signed_response_alg: signingAlgorithm,
  };
}

function features({ lifetimes, pages }: ProviderConfigurationOptions): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    userinfo: { enabled: false },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    rpInitiatedLogout: { enabled: true, logoutSource: pages.signOut, postLogoutSuccessSource: pages.signedOut },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => apiAudience,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, resource) => {
        if (resource !== apiAudience) throw new errors.InvalidTarget();
        return {
          scope: '',
          audience: apiAudience,
          accessTokenTTL: lifetimes.accessTokenSeconds,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: signingAlgorithm } },
        };
      },
    },
  };
}

function tokenLifetimes({ lifetimes, now }: ProviderConfigurationOptions): Configuration['ttl'] {
  return {
    AccessToken: lifetimes.accessTokenSeconds,
    AuthorizationCode: 60,
    Grant: lifetimes.maxSessionSeconds + lifetimes.sessionIdleSeconds,
    IdToken: lifetimes.accessTokenSeconds,
    Interaction: lifetimes.signInFormSeconds,
    RefreshToken: lifetimes.sessionIdleSeconds,
    Session: (_ctx, session) => {
      const signedInAt = session.loginTs === undefined ? now() : session.loginTs * 1000;
      return Math.max(1, Math.floor((sessionEndOf(lifetimes, now(), signedInAt) - now()) / 1000));
    },
  };
}

function accountCallbacks(database: Database): Pick<Configuration, 'findAccount' | 'extraTokenClaims'> {
  return {
    findAccount: async (_ctx, subject) => {
      const account = await findEnabledAccount(database, subject);
      if (account === undefined) return undefined;
      return {
        accountId: account.subject,
        claims: () => ({ sub: account.subject, email: account.email, groups: [...account.groups] }),
      };
    },
    extraTokenClaims: async (_ctx, token) => {
      if (token.kind !== 'AccessToken') return undefined;
      const account = await findEnabledAccount(database, token.accountId);
      // The id of the grant is the id of the session. A session, its codes and all its tokens share a grant, which
      // oidc-provider deletes when one of them is misused.
      const sessionId = 'grantId' in token ? token.grantId : undefined;
      return { name: account?.displayName, groups: [...(account?.groups ?? [])], sid: sessionId };
    },
  };
}

/** Returns the grant of the session, or creates a grant with all scopes. */
async function loadExistingGrant({ oidc }: KoaContextWithOIDC) {
  const { client, account, session, provider } = oidc;
  if (client === undefined || account === undefined) return undefined;
  const grantId = session?.grantIdFor(client.clientId);
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (known !== undefined && known.accountId === account.accountId) return known;
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  grant.addOIDCScope(scopes.join(' '));
  await grant.save();
  return grant;
}
