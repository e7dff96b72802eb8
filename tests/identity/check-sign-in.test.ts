/** `room-status check --sign-in` against a provider that misbehaves. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app/start-app.ts';
import { runCommand } from '../support/app/run-command.ts';
import type { ProviderFaults } from '../support/identity/external-provider-faults.ts';
import { startExternalProvider, type ExternalProvider } from '../support/identity/external-provider.ts';

const origin = 'https://rooms.example.org';

let external: ExternalProvider;
let app: TestApp;
let settings: Readonly<Record<string, string>>;

beforeAll(async () => {
  external = await startExternalProvider({
    roles: { nora: ['night-shift'], agnes: ['Night-Shift'] },
    webOrigins: [origin],
  });
  const { issuer, clientId, audience } = external;
  const own = {
    ROOM_STATUS_URL: origin,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_AUDIENCE: audience,
    OIDC_GROUPS_CLAIM: 'roles',
  };
  app = await startTestApp({ args: ['--no-demo'], settings: own });
  settings = { ...app.settings, ...own };
  await runCommand(settings, ['group', 'grant', 'night-shift', 'ward-nurse', 'everything']);
});
afterAll(async () => {
  await app.close();
  await external.close();
});
afterEach(() => external.behave());

const check = (input = '', changed = {}) => runCommand({ ...settings, ...changed }, ['check', '--sign-in'], input);

test('check --sign-in finds nothing wrong at a correctly configured provider, and shows the groups and rights of a token', async () => {
  const { accessToken } = await external.signIn('nora');
  const { code, stdout, stderr } = await check(`${accessToken}\n`);
  expect(stdout).not.toMatch(/^(wrong|notice|skipped)/m);
  expect(stdout).toMatch(/^ok +groups +night-shift \(claim roles of the access token\)$/m);
  expect(stdout).toMatch(/^ok +rights +night-shift is ward-nurse of everything$/m);
  expect(stdout + stderr).not.toContain(accessToken.slice(0, 30));
  expect(code).toBe(0);
});

test.each<[string, Partial<ProviderFaults>, RegExp, number, Record<string, string>?]>([
  [
    'names another issuer',
    { discovery: { issuer: 'https://id.example.org/' } },
    /^wrong +issuer .*OIDC_ISSUER to exactly/m,
    1,
  ],
  ['does not answer', { failures: { discovery: 503 } }, /^wrong +discovery .* 503/m, 1],
  ['has no keys', { failures: { keys: 404 } }, /^wrong +keys .* 404/m, 1],
  ['refuses calls of the page', { refusesOtherOrigins: true }, /^wrong +CORS .*https:\/\/rooms\.example\.org/m, 1],
  ['does not answer at the token endpoint', { failures: { token: 'network' } }, /^wrong +CORS .*\/token/m, 1],
  ['has a clock 95 s behind', { clockAheadMs: -95_000 }, /^wrong +clock +the provider is 9\d s behind/m, 1],
  ['has no PKCE', { discovery: { code_challenge_methods_supported: ['plain'] } }, /^wrong +PKCE .*S256/m, 1],
  ['cannot be reached for the login', { failures: { authorization: 'network' } }, /^wrong +request .*\/auth/m, 1],
  ['fails at the login', { failures: { authorization: 500 } }, /^wrong +request .*status 500/m, 1],
  [
    'refuses the scopes',
    { authorizationError: 'invalid_scope' },
    /^wrong +request +refused with invalid_scope .*"openid email groups"/m,
    1,
  ],
  [
    'does not know the client id',
    {},
    /^wrong +request .*client id unknown and the redirect/m,
    1,
    { OIDC_CLIENT_ID: 'unknown' },
  ],
  [
    'does not know the redirect address',
    {},
    /^wrong +request .*https:\/\/other\.example\.org\/callback/m,
    1,
    { ROOM_STATUS_URL: 'https://other.example.org' },
  ],
  [
    'lacks the scope groups',
    { discovery: { scopes_supported: ['openid'] } },
    /^notice +scopes .*groups.*OIDC_SCOPE/m,
    0,
  ],
  [
    'issues no refresh tokens',
    { discovery: { grant_types_supported: ['authorization_code'] } },
    /^notice +renewal .*no refresh tokens/m,
    0,
  ],
  ['has no logout endpoint', { discovery: { end_session_endpoint: undefined } }, /^notice +log out/m, 0],
  ['is configured correctly, and that the token check is skipped when stdin has no token', {}, /^skipped +token/m, 0],
  ['is the embedded one', {}, /^ok +provider +the embedded one/m, 0, { OIDC_ISSUER: '' }],
])('check --sign-in reports when the provider %s', async (_what, faults, line, exitCode, changed = {}) => {
  external.misbehave(faults);
  const { code, stdout } = await check('', changed);
  expect(stdout).toMatch(line);
  expect(code).toBe(exitCode);
});

test.each<[string, string, Partial<ProviderFaults>, Record<string, string>, RegExp]>([
  [
    'is for another audience',
    'nora',
    { audience: 'account' },
    {},
    /^wrong +token +audience: .*"account".*OIDC_AUDIENCE/m,
  ],
  ['is opaque', 'nora', { accessTokenFormat: 'opaque' }, {}, /^wrong +token +opaque: /m],
  [
    'lacks the configured groups claim',
    'nora',
    {},
    { OIDC_GROUPS_CLAIM: 'teams' },
    /^wrong +groups +none .*claims iss, sub, .*roles/m,
  ],
  [
    'has a group whose spelling differs from the group with rights',
    'agnes',
    {},
    {},
    /^wrong +rights .*rights exist for night-shift.*letter by letter/m,
  ],
])('check --sign-in fails when the token %s', async (_what, login, faults, changed, line) => {
  external.misbehave(faults);
  const { accessToken } = await external.signIn(login);
  const { code, stdout } = await check(`Bearer ${accessToken}`, changed);
  expect(stdout).toMatch(line);
  expect(code).toBe(1);
});

test('check --sign-in accepts the provider of another Room Status server, and fails when ROOM_STATUS_URL is not the page address of that server', async () => {
  const other = await startTestApp();
  const changed = {
    ROOM_STATUS_URL: other.url,
    OIDC_ISSUER: `${other.url}/idp`,
    OIDC_CLIENT_ID: 'room-status-web',
    OIDC_AUDIENCE: 'urn:room-status:api',
  };
  const accepted = await check('', changed);
  expect(accepted.stdout).not.toMatch(/^(wrong|notice)/m);
  expect(accepted.stdout).toMatch(/^ok +request +accepted from/m);
  const foreign = await check('', { ...changed, ROOM_STATUS_URL: origin });
  expect(foreign.stdout).toMatch(/^wrong +CORS/m);
  expect(foreign.stdout).toMatch(/^wrong +request/m);
  await other.close();
});
