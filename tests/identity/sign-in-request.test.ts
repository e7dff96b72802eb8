import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProvider } from '../../src/web/identity/session/provider.ts';
import { startExternalProvider, type ExternalProvider } from '../support/identity/external-provider.ts';
import { memoryStorage } from '../support/memory-storage.ts';

const origin = 'https://rooms.example.org';

let external: ExternalProvider;

beforeAll(async () => {
  external = await startExternalProvider({ roles: { nora: [] }, webOrigins: [origin] });
});
afterAll(() => external.close());

/** Signs in as the page does. Returns the fields of both requests to the provider. */
async function requestsOfSignIn(settings: object) {
  const { issuer, clientId } = external;
  const scope = 'openid email groups';
  const provider = createProvider({ issuer, clientId, scope, ...settings, origin, storage: memoryStorage() });
  const url = new URL(await provider.signInUrl({}));
  url.searchParams.set('username', 'nora');
  const response = await fetch(url, { redirect: 'manual' });
  const { user } = await provider.redeem(response.headers.get('location') ?? '');
  await provider.renew(user);
  const [token, renewal] = external.requests.filter(({ endpoint }) => endpoint === 'token').slice(-2);
  return { authorization: url.searchParams, token: token?.fields, renewal: renewal?.fields };
}

test('[AUTH-1] a sign-in requests the scopes openid, email and groups, and no resource or audience', async () => {
  const { authorization, token } = await requestsOfSignIn({});
  expect(authorization.get('scope')).toBe('openid email groups');
  for (const name of ['resource', 'audience']) {
    expect(authorization.has(name)).toBe(false);
    expect(token?.has(name)).toBe(false);
  }
});

test('scope and audience are sent with the sign-in, and the resource is also sent with each token request', async () => {
  const resource = 'https://rooms.example.org/api';
  const settings = { scope: 'openid offline_access', resource, audienceParameter: 'rooms' };
  const { authorization, token, renewal } = await requestsOfSignIn(settings);
  expect(Object.fromEntries(authorization)).toMatchObject({
    scope: 'openid offline_access',
    audience: 'rooms',
    resource,
  });
  expect(token?.get('resource')).toBe(resource);
  expect(renewal?.get('resource')).toBe(resource);
});
