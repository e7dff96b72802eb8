/**
 * Keeps sign-ins whose form is open in a signed cookie of the browser, at the address of the form (decision 125). The
 * server stores nothing, because anybody can open a form.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { OpenSignIn } from './finished-sign-ins.ts';
import { interactionCookieName, type ProviderConfigurationOptions, signInPathOf } from './provider-configuration.ts';

/** The maximum size of the parameters. A browser keeps a cookie of at most 4,096 bytes. */
const maxParameterBytes = 2_048;

const cookieOptions = { httpOnly: true, sameSite: 'lax', overwrite: true } as const;

/** Describes why the parameters do not fit into the cookie, for the developer of the client. Undefined if they do. */
export function describeLongParameters(params: URLSearchParams): string | undefined {
  const bytes = [...params].reduce((sum, [name, value]) => sum + Buffer.byteLength(name + value), 0);
  return bytes > maxParameterBytes ? `the parameters are longer than ${maxParameterBytes} bytes` : undefined;
}

/**
 * Writes the sign-in into its cookie. Call it when oidc-provider has opened a sign-in: its own cookie contains only the
 * id.
 */
export function storeOpenSignIn(
  { oidc, cookies }: KoaContextWithOIDC,
  { issuer, lifetimes, now }: Pick<ProviderConfigurationOptions, 'issuer' | 'lifetimes' | 'now'>,
): void {
  const interaction = oidc.entities.Interaction;
  if (interaction === undefined) return;
  const { uid, params, returnTo } = interaction;
  const maxAge = lifetimes.signInFormSeconds * 1000;
  const kept: OpenSignIn = { uid, params, returnTo, expiresAt: now() + maxAge };
  const value = Buffer.from(JSON.stringify(kept)).toString('base64url');
  cookies.set(interactionCookieName, value, { ...cookieOptions, path: signInPathOf(issuer, uid), maxAge });
}

/** Reads a sign-in from its cookie. Undefined when it has expired or belongs to another browser. */
export function readOpenSignIn(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  now: number,
): OpenSignIn | undefined {
  const { cookies } = provider.createContext(request, response);
  // The value is also undefined when the signature of the cookie is wrong.
  const value = cookies.get(interactionCookieName, { signed: true });
  if (value === undefined) return undefined;
  const kept = OpenSignIn.parse(JSON.parse(Buffer.from(value, 'base64url').toString('utf8')));
  return kept.expiresAt > now ? kept : undefined;
}

/** Deletes the cookie of a finished sign-in, so that its form does not open again. */
export function deleteOpenSignIn(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): void {
  provider.createContext(request, response).cookies.set(interactionCookieName, null, { ...cookieOptions, path });
}
