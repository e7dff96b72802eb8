/** An identity provider and an API in simulated time, for tests with random sequences of events. */
import { delay } from '../../../src/web/api/delay.ts';
import {
  ProviderRefusal,
  type SignedInUser,
  UnknownCallback,
  type Provider,
} from '../../../src/web/identity/session/provider.ts';

export interface ProviderBehaviour {
  readonly hasRefreshTokens: boolean;
  /** Refresh tokens are always refused. */
  readonly refusesRefresh: boolean;
  readonly delaysMs: { readonly discovery: number; readonly authorization: number; readonly token: number };
}

export type SimulatedApi = ReturnType<typeof createSimulatedApi>;
export type SimulatedProvider = ReturnType<typeof createSimulatedProvider>;

export const tokenLifetimeMs = 600_000;
const stateKey = 'room-status:sign-in:state:';

export function createSimulatedProvider({ hasRefreshTokens, refusesRefresh, delaysMs }: ProviderBehaviour) {
  let count = 0;
  const codes = new Set<string>();
  const refreshTokens = new Set<string>();
  const network = { isDown: false };
  /** Whether the provider knows the user of this browser by its cookie. */
  const cookie = { isSet: false };

  const newId = (kind: string): string => `${kind}-${(count += 1)}`;
  function issue(): SignedInUser {
    const refreshToken = newId('refresh');
    refreshTokens.add(refreshToken);
    return {
      access_token: newId('access'),
      ...(hasRefreshTokens && { refresh_token: refreshToken }),
      profile: { sub: 'nurse' },
      expires_at: Math.floor((Date.now() + tokenLifetimeMs) / 1_000),
    };
  }
  async function request(endpoint: keyof typeof delaysMs): Promise<void> {
    await delay(delaysMs[endpoint]);
    if (network.isDown) throw new TypeError('Failed to fetch');
  }

  /** The provider as a page sees it. `storage`: of the tab of that page. */
  const portFor = (storage: Storage): Provider => ({
    checkReachable: () => request('discovery'),
    signInUrl: async ({ prompt, data }) => {
      await request('discovery');
      const state = newId('state');
      storage.setItem(stateKey + state, JSON.stringify(data ?? null));
      return `/auth?${new URLSearchParams({ state, ...(prompt !== undefined && { prompt }) })}`;
    },
    redeem: async (address) => {
      const answer = new URL(address, 'https://page.example').searchParams;
      const key = stateKey + answer.get('state');
      const stored = storage.getItem(key);
      if (stored === null) throw new UnknownCallback('unknown state');
      if (!answer.has('error')) await request('token');
      storage.removeItem(key);
      if (answer.has('error')) throw new ProviderRefusal('login_required', { isLoginRequired: true });
      if (!codes.delete(answer.get('code') ?? '')) throw new ProviderRefusal('invalid_grant');
      return { user: issue(), data: JSON.parse(stored) };
    },
    renew: async (user) => {
      await request('token');
      const isKnown = refreshTokens.delete(user.refresh_token ?? '') && !refusesRefresh && cookie.isSet;
      if (!isKnown) throw new ProviderRefusal('the token endpoint answered 400');
      return issue();
    },
    signOutUrl: async () => {
      await request('discovery');
      return '/end-session';
    },
  });

  return {
    network,
    cookie,
    portFor,
    /** Answers an authorization request with the callback address, or with undefined for the login form. */
    authorize: (url: URL): string | undefined => {
      const state = url.searchParams.get('state') ?? '';
      const prompt = url.searchParams.get('prompt');
      if (cookie.isSet && prompt !== 'login') {
        const code = newId('code');
        codes.add(code);
        return `/callback?${new URLSearchParams({ code, state })}`;
      }
      return prompt === 'none' ? `/callback?${new URLSearchParams({ error: 'login_required', state })}` : undefined;
    },
    authorizationDelayMs: delaysMs.authorization,
  };
}

/** The API, which checks access tokens. */
export function createSimulatedApi() {
  const revoked = new Set<string>();
  const accepted = new Set<string>();
  const refused = new Set<string>();
  return {
    refusesAll: false,
    revoked,
    /** Tokens that were accepted before they were refused. */
    wasReplaceable: (token: string): boolean => accepted.has(token) && refused.has(token),
    accepts(token: string): boolean {
      const isAccepted = !this.refusesAll && !revoked.has(token);
      (isAccepted ? accepted : refused).add(token);
      return isAccepted;
    },
  };
}
