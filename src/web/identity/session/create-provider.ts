import type { OidcCalls } from './oidc-calls.ts';
import type { Provider, ProviderSettings } from './provider.ts';

const reachTimeoutMs = 3_000;

/**
 * Loads the OpenID Connect client at its first use, because a login page that nobody uses and a board with valid tokens
 * do not need it. If loading fails, the provider counts as unreachable.
 */
export function createProvider(settings: ProviderSettings): Provider {
  let loading: Promise<OidcCalls> | undefined;

  async function client(): Promise<OidcCalls> {
    loading ??= import('./oidc-calls.ts').then(({ createOidcCalls }) => createOidcCalls(settings));
    try {
      return await loading;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  }

  return {
    checkReachable: () => checkReachable(settings.issuer),
    signInUrl: async (request) => {
      await checkReachable(settings.issuer);
      return (await client()).signInUrl(request);
    },
    redeem: async (callbackAddress) => (await client()).redeem(callbackAddress),
    signOutUrl: async (user) => {
      await checkReachable(settings.issuer);
      return (await client()).signOutUrl(user);
    },
    renew: async (user) => (await client()).renew(user),
  };
}

async function checkReachable(issuer: string): Promise<void> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(reachTimeoutMs) });
  if (!response.ok) throw new Error(`the login service answered ${response.status}`);
}
