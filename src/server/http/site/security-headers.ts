/** What browsers are told about our pages: nothing runs, loads, connects or frames unless named here. */
import type * as z from 'zod/mini';
import type { Environment } from '../../../contract/environment.ts';

type Headers = Readonly<Record<string, string>>;

/** For everything that leaves the server, documents or not. */
export function commonHeaders(publicUrl: string): Headers {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    // Only a server that is reached by TLS may promise that it always will be.
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

/** For the app's page: it talks to the APIs and identity providers of its environments, and to nobody else. */
export function pageSecurityPolicy(environments: readonly z.infer<typeof Environment>[]): string {
  const others = environments.flatMap(({ apiBaseUrl, issuer }) => [originOf(apiBaseUrl), originOf(issuer)]);
  return policyOf({
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...new Set(others.filter((origin) => origin !== undefined))],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
  });
}

/** For pages that the server writes itself, without any script. */
export const plainPagePolicy = policyOf({ 'style-src': ["'self'"], 'img-src': ["'self'"], 'font-src': ["'self'"] });

function policyOf(allowed: Readonly<Record<string, readonly string[]>>): string {
  const directives = {
    'default-src': ["'none'"],
    ...allowed,
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}
