/** Sign-out at the provider (OpenID Connect RP-Initiated Logout 1.0). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { ProviderRecords } from './provider-records.ts';

type Session = Awaited<ReturnType<Provider['Session']['get']>>;

/** Ends a session and revokes every token that was issued in it. */
export async function endSession(session: Session, records: ProviderRecords): Promise<void> {
  for (const { grantId } of Object.values(session.authorizations ?? {})) {
    if (grantId !== undefined) await records.revokeGrant(grantId);
  }
  await session.destroy();
}

/**
 * Signs out without a question if the request has an id token of the signed-in user, which nobody else has.
 * Otherwise returns false, and the user must confirm the sign-out.
 */
export async function signOutByHint(
  ctx: KoaContextWithOIDC,
  records: ProviderRecords,
  issuer: string,
): Promise<boolean> {
  const { entities, session, params } = ctx.oidc;
  if (session?.accountId === undefined || entities.IdTokenHint?.payload.sub !== session.accountId) return false;
  await endSession(session, records);
  ctx.status = 303;
  // oidc-provider has already removed a redirect address that is not registered.
  ctx.redirect(withState(params?.post_logout_redirect_uri, params?.state) ?? postLogoutRedirectUriOf(issuer));
  return true;
}

/**
 * Handles a sign-out request of a browser without a session, for example from a second tab: there is nothing to end.
 * Returns the address to redirect to, or undefined when the browser has a session.
 */
export async function redirectWithoutSession(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  issuer: string,
  { searchParams }: URL,
): Promise<string | undefined> {
  const session = await provider.Session.get(provider.createContext(request, response));
  if (session.accountId !== undefined) return undefined;
  const address = searchParams.get('post_logout_redirect_uri');
  const isRegistered = address === postLogoutRedirectUriOf(issuer);
  return (isRegistered ? withState(address, searchParams.get('state')) : undefined) ?? postLogoutRedirectUriOf(issuer);
}

export function postLogoutRedirectUriOf(issuer: string): string {
  return `${new URL(issuer).origin}/login`;
}

function withState(address: unknown, state: unknown): string | undefined {
  if (typeof address !== 'string') return undefined;
  const url = new URL(address);
  if (typeof state === 'string') url.searchParams.set('state', state);
  return url.href;
}
