import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createTestTokens,
  testAudience,
  testIssuer,
  type TestTokens,
} from '../../../tests/support/identity/test-tokens.ts';
import { openTestDatabase } from '../../../tests/support/database/test-database.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../shared/app-error.ts';
import { createAuthenticator, type Authenticate } from './authenticator.ts';
import { replaceGroupRights } from '../rights/group-rights.ts';
import { createRevocationLookup } from './revocation-lookup.ts';
import { revokeToken } from './revoked-tokens.ts';
import { createTokenVerifier } from './verify-token.ts';

const start = Date.UTC(2026, 0, 1);
const uuid = '6f1d3a52-8f0e-4c1d-9a57-0f0a3c1f2b10';

let time: number;
let tokens: TestTokens;
let database: Database;
let authenticate: Authenticate;
let verifications: number;

beforeAll(async () => {
  tokens = await createTestTokens(() => start);
});
beforeEach(async () => {
  time = start;
  verifications = 0;
  database = await openTestDatabase();
  await database.migrate();
  await replaceGroupRights(database, [{ group: 'nurses', role: 'ward-nurse', scope: { kind: 'ward', uuid } }]);
  const now = () => time;
  const verify = createTokenVerifier({
    issuer: testIssuer,
    audience: testAudience,
    groupsClaim: 'groups',
    keySet: tokens.keySet,
    now,
  });
  authenticate = createAuthenticator({
    database,
    now,
    verifyToken: (token) => {
      verifications += 1;
      return verify(token);
    },
  });
});
afterEach(() => database.close());

const refused = { code: 'unauthenticated' };

test('[API-1] a bearer token becomes a person with rights', async () => {
  expect(await authenticate(`Bearer ${await tokens.token({ jti: 'one' })}`)).toEqual({
    user: { subject: 'nora', roles: ['ward-nurse'], scopes: [{ kind: 'ward', uuid }] },
    tokenId: 'one',
    expiresAt: start + 600_000,
  });
});

test('groups that nobody gave rights open nothing', async () => {
  const { user } = await authenticate(`Bearer ${await tokens.token({ groups: ['strangers'] })}`);
  expect(user).toEqual({ subject: 'nora', roles: [], scopes: [] });
});

test.each([undefined, '', 'Bearer', 'Bearer ', 'Basic bm9yYTpub3Jh', 'Bearer a b', 'Bearer <token>', 'token'])(
  'a header %j is refused',
  async (header) => {
    await expect(authenticate(header)).rejects.toMatchObject(refused);
  },
);

describe('a token that was accepted', () => {
  test('is verified once, until it expires', async () => {
    const header = `Bearer ${await tokens.token()}`;
    await Promise.all([authenticate(header), authenticate(header)]);
    time = start + 599_999;
    await authenticate(header);
    expect(verifications).toBe(1);
    time = start + 600_000;
    await expect(authenticate(header)).rejects.toMatchObject(refused);
    await expect(authenticate(header)).rejects.toMatchObject(refused);
  });

  test('is refused from the moment it is signed out', async () => {
    const header = `Bearer ${await tokens.token()}`;
    const other = `Bearer ${await tokens.token()}`;
    await revokeToken(database, await authenticate(header), time);
    await expect(authenticate(header)).rejects.toMatchObject(refused);
    expect(await authenticate(other)).toMatchObject({ user: { subject: 'nora' } });
  });

  test.each([1_000, -60_000])('follows a change of rights, %i ms later by its clock', async (passed) => {
    const header = `Bearer ${await tokens.token()}`;
    await authenticate(header);
    await replaceGroupRights(database, [{ group: 'nurses', role: 'manager', scope: { kind: 'everything' } }]);
    time += passed;
    const { user } = await authenticate(header);
    expect(user).toMatchObject({ roles: ['manager'], scopes: [{ kind: 'everything' }] });
  });
});

test('a refusal is not kept: a provider that was away is asked again', async () => {
  let isAway = true;
  const again = createAuthenticator({
    database,
    now: () => time,
    verifyToken: async () => {
      if (isAway) throw new AppError('unavailable');
      return { subject: 'nora', tokenId: 'one', groups: ['nurses'], expiresAt: time + 1 };
    },
  });
  await expect(again('Bearer token')).rejects.toMatchObject({ code: 'unavailable' });
  isAway = false;
  expect(await again('Bearer token')).toMatchObject({ user: { subject: 'nora' } });
});

test('a sign-out is forgotten once its token has ended', async () => {
  await revokeToken(database, { tokenId: 'early', expiresAt: start + 1_000 }, start);
  await revokeToken(database, { tokenId: 'early', expiresAt: start + 1_000 }, start);
  const isRevoked = createRevocationLookup(database);
  expect(await Promise.all(['early', 'late', 'early'].map(isRevoked))).toEqual([true, false, true]);
  await revokeToken(database, { tokenId: 'late', expiresAt: start + 9_000 }, start + 2_000);
  expect(await Promise.all(['early', 'late'].map(isRevoked))).toEqual([false, true]);
});
