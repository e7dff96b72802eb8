/** Security headers. Scripts, styles, images, connections and frames are forbidden unless a policy here allows them. */
import type * as z from 'zod/mini';
import type { Environment } from '../../../contract/environment.ts';

type Headers = Readonly<Record<string, string>>;

/** Returns the headers of every response. */
export function createCommonHeaders(publicUrl: string): Headers {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    // This header makes browsers insist on TLS, so without TLS it would lock them out.
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

/**
 * Policy of the app's page: it may connect only to the APIs and identity providers of its environments.
 * `endpointOrigins`: further origins of these providers, from their discovery documents.
 */
export function createPageSecurityPolicy(
  environments: readonly z.infer<typeof Environment>[],
  endpointOrigins: readonly string[],
): string {
  // The base address of the API may be relative to the page.
  const others = environments
    .flatMap(({ apiBaseUrl, issuer }) => [apiBaseUrl, issuer])
    .concat(endpointOrigins)
    .filter((address) => URL.canParse(address));
  return policyOf({
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...new Set(others.map((address) => new URL(address).origin))],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
  });
}

/** Policy of pages without scripts, which the server renders itself. */
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
