/** Signing out at the provider (OpenID Connect RP-Initiated Logout 1.0). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { ProviderRecords } from './provider-records.ts';

type Session = Awaited<ReturnType<Provider['Session']['get']>>;

/** Ends a session and every token that was issued in it. */
export async function endSession(session: Session, records: ProviderRecords): Promise<void> {
  for (const { grantId } of Object.values(session.authorizations ?? {})) {
    if (grantId !== undefined) await records.revokeGrant(grantId);
  }
  await session.destroy();
}

/**
 * Signs out at once when the request carries an id token of this very person, which nobody else can
 * have. False: nothing was done, the person has to be asked.
 */
export async function signOutByHint(
  ctx: KoaContextWithOIDC,
  records: ProviderRecords,
  cookie: { readonly name: string; readonly path: string },
  signedOutUrl: string,
): Promise<boolean> {
  const { entities, session, params } = ctx.oidc;
  if (session?.accountId === undefined || entities.IdTokenHint?.payload.sub !== session.accountId) return false;
  await endSession(session, records);
  ctx.cookies.set(cookie.name, null, { path: cookie.path });
  ctx.status = 303;
  // The provider has checked that the address is registered, and dropped it otherwise.
  ctx.redirect(signedOutAddress(params?.post_logout_redirect_uri, params?.state) ?? signedOutUrl);
  return true;
}

/**
 * Somebody who is not signed in (any more) wants to sign out, as a second tab does: there is
 * nothing to ask and nothing to end. Returns where to send the browser; undefined when it is
 * signed in, and the provider has to deal with it.
 */
export async function redirectWithoutSession(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  options: { readonly query: URLSearchParams; readonly registered: readonly string[]; readonly signedOutUrl: string },
): Promise<string | undefined> {
  const session = await provider.Session.get(provider.createContext(request, response));
  if (session.accountId !== undefined) return undefined;
  const address = options.query.get('post_logout_redirect_uri');
  const isRegistered = address !== null && options.registered.includes(address);
  return isRegistered ? signedOutAddress(address, options.query.get('state')) : options.signedOutUrl;
}

function signedOutAddress(address: unknown, state: unknown): string | undefined {
  if (typeof address !== 'string') return undefined;
  const url = new URL(address);
  if (typeof state === 'string') url.searchParams.set('state', state);
  return url.href;
}
