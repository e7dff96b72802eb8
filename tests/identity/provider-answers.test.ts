import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createProvider } from '../../src/web/identity/session/create-provider.ts';
import { ProviderRefusal, UnknownCallback } from '../../src/web/identity/session/provider.ts';
import { startExternalProvider, type ExternalProvider } from '../support/identity/external-provider.ts';
import { memoryStorage } from '../support/memory-storage.ts';

const origin = 'https://rooms.example.org';

let external: ExternalProvider;

beforeAll(async () => {
  external = await startExternalProvider({ roles: { nora: [] }, webOrigins: [origin] });
});
afterEach(() => external.behave());
afterAll(() => external.close());

/** Creates the page's client of the external provider, in a new browser tab. */
function createTab(settings: object = {}) {
  const { issuer, clientId } = external;
  const scope = 'openid email groups';
  return createProvider({ issuer, clientId, scope, ...settings, origin, storage: memoryStorage() });
}
type Tab = ReturnType<typeof createTab>;

/** The address to which the provider redirects after a sign-in. */
async function callbackOf(tab: Tab, parameters: Readonly<Record<string, string>> = { username: 'nora' }) {
  const url = new URL(await tab.signInUrl({ data: { from: 'test' } }));
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const response = await fetch(url, { redirect: 'manual' });
  return response.headers.get('location') ?? '';
}

const isRefusal = (error: unknown): boolean => error instanceof ProviderRefusal;

describe('[AUTH-1] sign-in requests', () => {
  /** Signs in and renews the tokens. Returns the fields of the requests to the provider. */
  async function requestsOf(tab: Tab) {
    const { user } = await tab.redeem(await callbackOf(tab));
    await tab.renew(user);
    const [authorization, ...tokens] = external.requests
      .filter(({ endpoint }) => endpoint === 'authorization' || endpoint === 'token')
      .slice(-3)
      .map(({ fields }) => Object.fromEntries(fields));
    return { authorization, tokens };
  }

  test('by default a sign-in requests the scopes openid, email and groups, and sends no resource or audience', async () => {
    const { authorization, tokens } = await requestsOf(createTab());
    expect(authorization).toMatchObject({ scope: 'openid email groups' });
    for (const fields of [authorization, ...tokens]) {
      expect(Object.keys(fields ?? {})).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/resource|audience/)]),
      );
    }
  });

  test('a sign-in sends the configured scope, audience and resource, and each token request sends the resource again', async () => {
    const resource = 'https://rooms.example.org/api';
    const scope = 'openid offline_access';
    const { authorization, tokens } = await requestsOf(createTab({ scope, resource, audienceParameter: 'rooms' }));
    expect(authorization).toMatchObject({ scope, audience: 'rooms', resource });
    expect(tokens).toMatchObject([{ resource }, { resource }]);
  });
});

describe('redeeming an authorization code', () => {
  test('[AUTH-1] an authorization code is redeemed at a provider that requires a nonce', async () => {
    external.misbehave({ requiresNonce: true });
    const tab = createTab();
    await expect(tab.redeem(await callbackOf(tab))).resolves.toMatchObject({ data: { from: 'test' } });
  });

  test('a sign-in fails when the id token has another nonce', async () => {
    external.misbehave({ changesNonce: true });
    const tab = createTab();
    await expect(tab.redeem(await callbackOf(tab))).rejects.toThrow(ProviderRefusal);
  });

  test.each([500, 503, 429, 'network'] as const)(
    'a tab can redeem an authorization code again after the token endpoint fails with %s',
    async (failure) => {
      const tab = createTab();
      const callback = await callbackOf(tab);
      external.misbehave({ failures: { token: failure } });
      expect(isRefusal(await tab.redeem(callback).catch((error: unknown) => error))).toBe(false);
      external.behave();
      await expect(tab.redeem(callback)).resolves.toMatchObject({ data: { from: 'test' } });
      // The code was redeemed, so the tab has deleted the sign-in.
      await expect(tab.redeem(callback)).rejects.toThrow(UnknownCallback);
    },
  );

  test.each([400, 401, 403])(
    'an authorization code is refused for good when the token endpoint responds with %i without a body',
    async (status) => {
      const tab = createTab();
      const callback = await callbackOf(tab);
      external.misbehave({ failures: { token: status } });
      await expect(tab.redeem(callback)).rejects.toThrow(ProviderRefusal);
      await expect(tab.redeem(callback)).rejects.toThrow(UnknownCallback);
    },
  );
});

describe('error in a callback address', () => {
  test('a callback error whose state belongs to a sign-in of this tab is a refusal with the text of the provider', async () => {
    const tab = createTab();
    const { search } = new URL(await callbackOf(tab));
    const state = new URLSearchParams(search).get('state') ?? '';
    const answer = new URLSearchParams({ error: 'access_denied', error_description: 'Not today', state });
    await expect(tab.redeem(`/callback?${answer}`)).rejects.toThrow(new ProviderRefusal('Not today'));
  });

  test('a callback error of a provider that has forgotten the user is a refusal that says that a login is required', async () => {
    external.misbehave({ hasForgottenUsers: true });
    const tab = createTab();
    const callback = await callbackOf(tab, { prompt: 'none' });
    await expect(tab.redeem(callback)).rejects.toMatchObject({ name: 'ProviderRefusal', isLoginRequired: true });
  });

  test.each(['', '&state=', '&state=another'])(
    'a callback error with the state parameter "%s" is rejected without its text',
    async (state) => {
      const tab = createTab();
      await tab.signInUrl({});
      const address = `/callback?error=access_denied&error_description=Call+0190${state}`;
      await expect(tab.redeem(address)).rejects.toThrow(UnknownCallback);
    },
  );
});

describe('renewing tokens', () => {
  test.each([
    [400, true],
    [401, true],
    [403, true],
    [404, false],
    [429, false],
    [500, false],
    [503, false],
    ['network', false],
  ] as const)('a token renewal that fails with %s without a body is a refusal: %s', async (failure, isFinal) => {
    const tab = createTab();
    const { user } = await tab.redeem(await callbackOf(tab));
    external.misbehave({ failures: { token: failure } });
    expect(isRefusal(await tab.renew(user).catch((error: unknown) => error))).toBe(isFinal);
  });
});

test('[API-5] each sign-out sends its own state, without which some providers do not redirect back', async () => {
  external.misbehave({ needsStateAtLogout: true });
  const tab = createTab();
  const { user } = await tab.redeem(await callbackOf(tab));
  const urls = [await tab.signOutUrl(user), await tab.signOutUrl(user)];
  expect(new Set(urls).size).toBe(2);
  const response = await fetch(urls[0] ?? '', { redirect: 'manual' });
  expect(response.headers.get('location')).toMatch(/^https:\/\/rooms\.example\.org\/login\?state=/);
});
