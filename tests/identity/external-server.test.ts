/** The server with an external provider, as an operator configures it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app/start-app.ts';
import { startExternalProvider, type ExternalProvider } from '../support/identity/external-provider.ts';

let external: ExternalProvider;
let app: TestApp;

beforeAll(async () => {
  const faults = { hasOtherOrigin: true, clockAheadMs: 95_000 };
  external = await startExternalProvider({ roles: { nora: ['night-shift'] }, faults });
  const { issuer, clientId, audience } = external;
  const settings = {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_AUDIENCE: audience,
    OIDC_GROUPS_CLAIM: 'roles',
  };
  app = await startTestApp({ args: ['--no-demo'], settings });
});
afterAll(async () => {
  await app.close();
  await external.close();
});

test('the page may connect to endpoints of the provider that have another origin than the issuer', async () => {
  const policy = async () => {
    const response = await fetch(app.url, { headers: { accept: 'text/html' } });
    return response.headers.get('content-security-policy');
  };
  await expect.poll(policy).toContain(`connect-src 'self' ${external.issuer} ${external.otherOrigin};`);
});

test('GET /health warns of a clock of the provider that is wrong by more than 60 s', async () => {
  const health = async () => (await fetch(`${app.url}/health`)).text();
  await expect
    .poll(health)
    .toMatch(/"warnings":\["The clock of the identity provider is 9[3-5] s ahead of this server's."\]/);
  expect((await fetch(`${app.url}/health`)).status).toBe(200);
});

test('a refused access token is answered with 401 and the reason in the problem body', async () => {
  external.misbehave({ audience: 'account', clockAheadMs: 0 });
  const { accessToken } = await external.signIn('nora');
  const response = await fetch(`${app.url}/api/clients`, { headers: { authorization: `Bearer ${accessToken}` } });
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({
    reason: 'audience',
    detail: `The token's audience is "account", this server expects "${external.audience}" (OIDC_AUDIENCE).`,
  });
});
