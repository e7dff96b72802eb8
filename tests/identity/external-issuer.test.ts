import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../support/database/test-database.ts';
import type { Database } from '../../src/server/database/database.ts';
import { createAuthenticator } from '../../src/server/identity/authenticator.ts';
import { replaceGroupRights } from '../../src/server/rights/group-rights.ts';
import { createRemoteIssuer } from '../../src/server/identity/remote-issuer.ts';
import { createTokenVerifier } from '../../src/server/identity/verify-token.ts';
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

/** Creates a verifier without cached keys, as after the start of a server. */
function createVerifier() {
  logged = [];
  const { issuer, audience, rolesClaim: claim } = external;
  const log = { warn: (_details: object, message: string) => void logged.push(message) };
  const { keySet, readUserInfo } = createRemoteIssuer({ issuer, now: Date.now, log });
  return createTokenVerifier({ issuer, audience, groups: { claim }, keySet, readUserInfo, now: Date.now });
}

test.each([
  ['with a known group gets the rights of the group', 'nora', ['ward-nurse'], [scope]],
  ['without a known group gets no rights', 'visitor', [], []],
])('[AUTH-1] [API-1] a user of an external provider %s', async (_what, subject, roles, scopes) => {
  const { accessToken } = await external.signIn(subject);
  const authenticate = createAuthenticator({ verifyToken: createVerifier(), database, now: Date.now, log: console });
  const { user, expiresAt } = await authenticate(`Bearer ${accessToken}`);
  expect(user).toEqual({ subject, roles, scopes });
  expect(expiresAt).toBeGreaterThan(Date.now());
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
