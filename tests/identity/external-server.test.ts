/** The server with an external provider, as an operator configures it. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { replaceGroupRights } from '../../src/server/people/group-rights.ts';
import { startTestApp, type TestApp } from '../support/app/start-app.ts';
import { startExternalProvider, type ExternalProvider } from '../support/identity/external-provider.ts';

let external: ExternalProvider;
let app: TestApp;

beforeAll(async () => {
  const faults = { hasOtherOrigin: true, clockAheadMs: 95_000 };
  external = await startExternalProvider({ roles: { nora: ['night-shift', 'choir'] }, faults });
  const { issuer, clientId, audience } = external;
  const settings = {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_AUDIENCE: audience,
    OIDC_GROUPS_CLAIM: 'roles',
  };
  app = await startTestApp({ args: ['--no-demo'], settings });
  await replaceGroupRights(app.database, [{ group: 'night-shift', role: 'ward-nurse', scope: { kind: 'everything' } }]);
});
afterEach(() => external.behave());
afterAll(async () => {
  await app.close();
  await external.close();
});

async function get(path: string, login: string) {
  const { accessToken } = await external.signIn(login);
  return fetch(`${app.url}/api${path}`, { headers: { authorization: `Bearer ${accessToken}` } });
}
const rolesOf = async (login: string): Promise<unknown> => (await get('/user/role', login)).json();

test('the content security policy lets the page connect to provider endpoints with another origin than the issuer', async () => {
  const policy = async () => {
    const response = await fetch(app.url, { headers: { accept: 'text/html' } });
    return response.headers.get('content-security-policy');
  };
  await expect.poll(policy).toContain(`connect-src 'self' ${external.issuer} ${external.otherOrigin};`);
});

test('GET /health warns of a clock of the provider that is 94 s ahead', async () => {
  const health = async () => (await fetch(`${app.url}/health`)).text();
  await expect
    .poll(health)
    .toMatch(/"warnings":\["The clock of the identity provider is 9[3-5] s ahead of the clock of this server."\]/);
  expect((await fetch(`${app.url}/health`)).status).toBe(200);
});

test('a user whose groups are only in the signed userinfo gets their rights, and keeps them while the userinfo answers 500', async () => {
  const nurse = { isWardNurse: true, roles: ['ward-nurse'] };
  external.misbehave({
    groupsAt: 'userinfo',
    userInfoFormat: 'signed',
    accessTokenClaims: { roles: [] },
    clockAheadMs: 0,
  });
  expect(await rolesOf('nora')).toEqual(nurse);
  expect(await rolesOf('visitor')).toEqual({ isWardNurse: false, roles: [] });
  external.misbehave({ failures: { userinfo: 500 } });
  expect(await rolesOf('nora')).toEqual(nurse);
});
