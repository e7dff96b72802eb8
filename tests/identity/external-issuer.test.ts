import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TokenRefusal } from '../../src/contract/problem.ts';
import type { ProviderFaults } from '../support/identity/external-provider-faults.ts';
import { openTestDatabase } from '../support/database/test-database.ts';
import type { Database } from '../../src/server/database/database.ts';
import { createAuthenticator } from '../../src/server/identity/authenticator.ts';
import { createEndedTokenSearch } from '../../src/server/identity/token-revocation.ts';
import { replaceGroupRights } from '../../src/server/rights/group-rights.ts';
import { createRemoteIssuer } from '../../src/server/identity/external-provider/remote-issuer.ts';
import {
  createTokenVerifier,
  type TokenVerifierOptions,
  type VerifyToken,
} from '../../src/server/identity/access-token/verify-token.ts';
import { startExternalProvider, type ExternalProvider } from '../support/identity/external-provider.ts';

const scope = { kind: 'client', uuid: '6f1d3a52-8f0e-4c1d-9a57-0f0a3c1f2b10' } as const;

let external: ExternalProvider;
let database: Database;
let logged: string[];

beforeAll(async () => {
  external = await startExternalProvider({ roles: { nora: ['night-shift', 'choir'] } });
  database = await openTestDatabase();
  await replaceGroupRights(database, [{ group: 'night-shift', role: 'ward-nurse', scope }]);
});
afterAll(async () => {
  await external.close();
  await database.close();
});

afterEach(() => external.behave());

type Options = Partial<TokenVerifierOptions>;

/** Creates a verifier without cached keys, as after the start of a server. */
function createVerifier(options: Options = {}) {
  logged = [];
  const { issuer, audience, rolesClaim: claim } = external;
  const log = { warn: (_details: object, message: string) => void logged.push(message) };
  const { keySet, readUserInfo } = createRemoteIssuer({ issuer, now: Date.now, log });
  const settings = { issuer, audience, groups: { claim }, keySet, readUserInfo, now: Date.now, log };
  return createTokenVerifier({ ...settings, ...options });
}

const groupsOf = async (verify: VerifyToken) => (await verify((await external.signIn('nora')).accessToken)).groups;

test.each([
  ['with a known group gets the rights of the group', 'nora', ['ward-nurse'], [scope]],
  ['without a known group gets no rights', 'visitor', [], []],
])('[AUTH-1] [API-1] a user of an external provider %s', async (_what, subject, roles, scopes) => {
  const { accessToken } = await external.signIn(subject);
  const authenticate = createAuthenticator({
    verifyToken: createVerifier(),
    findEndedTokens: createEndedTokenSearch(database),
    database,
    now: Date.now,
    log: { warn: () => undefined },
  });
  const { user, expiresAt } = await authenticate(`Bearer ${accessToken}`);
  expect(user).toEqual({ subject, roles, scopes });
  expect(expiresAt).toBeGreaterThan(Date.now());
});

test.each<[string, Partial<ProviderFaults>, Options?]>([
  [
    'sends the groups as one text',
    { groupsFormat: 'comma-joined' },
    { groups: { claim: 'roles', separator: 'comma' } },
  ],
  ['sends the groups as objects', { groupsFormat: 'objects' }],
  ['sends the groups only in the userinfo', { groupsAt: 'userinfo' }],
  ['sends an empty list in the token', { groupsAt: 'userinfo', accessTokenClaims: { roles: [] } }],
  ['signs the userinfo', { groupsAt: 'userinfo', userInfoFormat: 'signed' }],
  ['has a userinfo of another origin', { groupsAt: 'userinfo', hasOtherOrigin: true }],
  ['sends access tokens without a type', { tokenType: undefined }],
  ['copies nonce and auth_time into the access token', { accessTokenClaims: { nonce: 'n', auth_time: 1 } }],
  ['has a clock that is 55 s ahead', { clockAheadMs: 55_000 }],
])('the groups of a user are read when the provider %s', async (_what, faults, options) => {
  external.misbehave(faults);
  expect(await groupsOf(createVerifier(options))).toEqual(['night-shift', 'choir']);
});

test.each<[string, Partial<ProviderFaults>, TokenRefusal]>([
  ['opaque', { accessTokenFormat: 'opaque' }, 'opaque'],
  ['for another audience', { audience: 'account' }, 'audience'],
  ['of a clock that is 90 s ahead', { clockAheadMs: 90_000 }, 'not-yet-valid'],
  ['of a clock that is 11 minutes behind', { clockAheadMs: -660_000 }, 'expired'],
])('an access token that is %s is refused, and the reason is named', async (_what, faults, reason) => {
  external.misbehave(faults);
  const { accessToken } = await external.signIn('nora');
  await expect(createVerifier()(accessToken)).rejects.toMatchObject({ reason });
});

test('the id token of a user is refused, although its audience is accepted', async () => {
  const { idToken } = await external.signIn('nora');
  const verify = createVerifier({ audience: external.clientId });
  await expect(verify(idToken)).rejects.toMatchObject({ reason: 'id-token' });
});

test('a user keeps the last groups while the userinfo of the provider answers 500', async () => {
  external.misbehave({ groupsAt: 'userinfo' });
  const verify = createVerifier();
  await groupsOf(verify);
  external.misbehave({ failures: { userinfo: 500 } });
  expect(await groupsOf(verify)).toEqual(['night-shift', 'choir']);
  expect(logged).toEqual([
    'the identity provider did not return the userinfo',
    'the userinfo is unavailable, so the user keeps the last known groups',
  ]);
});

test('tokens of an external provider are accepted while the provider is down, if its keys were loaded before', async () => {
  const [first, second] = [await external.signIn('nora'), await external.signIn('nora')];
  const known = createVerifier();
  await known(first.accessToken);
  await external.close();

  expect((await known(second.accessToken)).groups).toEqual(['night-shift', 'choir']);
  await expect(createVerifier()(second.accessToken)).rejects.toMatchObject({ code: 'unavailable' });
  expect(logged).toEqual(['the identity provider cannot be reached']);
});
