import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestTokens, type TestTokens } from '../../../tests/support/identity/test-tokens.ts';
import { openTestDatabase } from '../../../tests/support/database/test-database.ts';
import type { Database } from '../database/database.ts';
import type { RecheckCallers } from '../http/api-server.ts';
import type { WarnLog } from '../shared/throttled-log.ts';
import { createAuthenticator, type Authenticate } from './authenticator.ts';
import { replaceGroupRights } from '../people/group-rights.ts';
import { createEndedTokenLookup, createEndedTokenSearch, revokeToken } from './token-revocation.ts';

const start = Date.UTC(2026, 0, 1);
const uuid = '6f1d3a52-8f0e-4c1d-9a57-0f0a3c1f2b10';

let time: number;
let tokens: TestTokens;
let database: Database;
let authenticate: Authenticate;
let recheck: RecheckCallers;
let verifications: number;
let logged: object[];
let log: WarnLog;

beforeAll(async () => {
  tokens = await createTestTokens(() => start);
});
beforeEach(async () => {
  time = start;
  [verifications, logged] = [0, []];
  database = await openTestDatabase();
  await database.migrate();
  await replaceGroupRights(database, [{ group: 'nurses', role: 'ward-nurse', scope: { kind: 'ward', uuid } }]);
  const now = () => time;
  log = { warn: (details: object, message: string) => void logged.push({ ...details, message }) };
  const verify = tokens.verifier({ now });
  ({ authenticate, recheck } = createAuthenticator({
    findEndedTokens: createEndedTokenSearch(database),
    database,
    now,
    log,
    verifyToken: (token) => {
      verifications += 1;
      return verify(token);
    },
  }));
});
afterEach(() => database.close());

const unauthenticated = { code: 'unauthenticated' };

test('[API-1] a bearer token is turned into a user with rights', async () => {
  expect(await authenticate(`Bearer ${await tokens.token({ jti: 'one' })}`)).toEqual({
    user: {
      subject: 'nora',
      displayName: null,
      rights: [{ role: 'ward-nurse', scope: { kind: 'ward', uuid } }],
      roles: ['ward-nurse'],
      scopes: [{ kind: 'ward', uuid }],
    },
    groups: ['nurses'],
    tokenId: 'one',
    sessionId: undefined,
    expiresAt: start + 600_000,
  });
});

test.each([undefined, '', 'Bearer', 'Bearer ', 'Basic bm9yYTpub3Jh', 'Bearer a b', 'Bearer <token>', 'token'])(
  'the Authorization header %j is rejected',
  async (header) => {
    await expect(authenticate(header)).rejects.toMatchObject(unauthenticated);
  },
);

test('an accepted token is verified only once, and is rejected when it expires', async () => {
  const header = `Bearer ${await tokens.token()}`;
  await Promise.all([authenticate(header), authenticate(header)]);
  time = start + 599_999;
  await authenticate(header);
  expect(verifications).toBe(1);
  time = start + 600_000;
  await expect(authenticate(header)).rejects.toMatchObject(unauthenticated);
  await expect(authenticate(header)).rejects.toMatchObject(unauthenticated);
});

test.each([1_000, -60_000])(
  'changed rights apply to an accepted token after the clock moved by %i ms',
  async (passed) => {
    const header = `Bearer ${await tokens.token()}`;
    await authenticate(header);
    await replaceGroupRights(database, [{ group: 'nurses', role: 'manager', scope: { kind: 'everything' } }]);
    time += passed;
    const { user } = await authenticate(header);
    expect(user).toMatchObject({ roles: ['manager'], scopes: [{ kind: 'everything' }] });
  },
);

test('a recheck of open connections refuses revoked tokens and gives the other users their present rights', async () => {
  const first = await authenticate(`Bearer ${await tokens.token()}`);
  const second = await authenticate(`Bearer ${await tokens.token()}`);
  expect(await recheck([first, second])).toEqual([first.user, second.user]);
  await revokeToken(database, first, time);
  await replaceGroupRights(database, [{ group: 'nurses', role: 'manager', scope: { kind: 'everything' } }]);
  time += 1_000;
  expect(await recheck([first, second])).toEqual([
    undefined,
    {
      subject: 'nora',
      displayName: null,
      rights: [{ role: 'manager', scope: { kind: 'everything' } }],
      roles: ['manager'],
      scopes: [{ kind: 'everything' }],
    },
  ]);
  await replaceGroupRights(database, []);
  time += 1_000;
  expect(await recheck([second])).toMatchObject([{ scopes: [] }]);
});

test('refused tokens are logged once a minute for each reason, and the log does not contain the token', async () => {
  const refuse = async (token: string) => authenticate(`Bearer ${token}`).catch(() => undefined);
  const token = await tokens.token({ aud: 'account' });
  for (const refused of [token, await tokens.token({ aud: 'other' }), 'opaque', token]) await refuse(refused);
  expect(logged).toMatchObject([{ reason: 'audience' }, { reason: 'opaque' }]);
  expect(JSON.stringify(logged)).toContain('account');
  expect(JSON.stringify(logged)).not.toContain(token.slice(0, 20));
  time += 60_000;
  await refuse(token);
  expect(logged).toHaveLength(3);
});

test('calls with a signed-out token or without a token are refused at once and not logged, and other tokens stay valid', async () => {
  const [header, other] = [`Bearer ${await tokens.token()}`, `Bearer ${await tokens.token()}`];
  await revokeToken(database, await authenticate(header), time);
  await expect(authenticate(header)).rejects.toMatchObject({ reason: 'revoked' });
  expect(await authenticate(other)).toMatchObject({ user: { subject: 'nora' } });
  await expect(authenticate(undefined)).rejects.toMatchObject({ reason: 'missing' });
  time = start + 600_000;
  await expect(authenticate(other)).rejects.toMatchObject({ reason: 'expired' });
  expect(logged).toEqual([]);
});

test('a user without a right is logged once for each token, with the groups and where they were found', async () => {
  const header = `Bearer ${await tokens.token({ groups: ['Nurses', 'choir'] })}`;
  for (let count = 0; count < 3; count += 1) await authenticate(header);
  expect(logged).toEqual([
    {
      message: 'a signed-in user has no group with a right',
      subject: 'nora',
      source: 'claim groups of the access token',
      groups: ['Nurses', 'choir'],
      groupCount: 2,
    },
  ]);
  await authenticate(`Bearer ${await tokens.token({ groups: [] })}`);
  expect(logged).toHaveLength(2);
});

test('a token can be revoked twice, and is deleted from the table of revoked tokens after its expiry', async () => {
  await revokeToken(database, { tokenId: 'early', expiresAt: start + 1_000 }, start);
  await revokeToken(database, { tokenId: 'early', expiresAt: start + 1_000 }, start);
  const lookup = createEndedTokenLookup(createEndedTokenSearch(database));
  const isRevoked = (tokenId: string) => lookup({ tokenId, sessionId: undefined });
  expect(await Promise.all(['early', 'late', 'early'].map(isRevoked))).toEqual([true, false, true]);
  await revokeToken(database, { tokenId: 'late', expiresAt: start + 9_000 }, start + 2_000);
  expect(await Promise.all(['early', 'late'].map(isRevoked))).toEqual([false, true]);
});

test('with the embedded provider only tokens of an active session are accepted', async () => {
  const active = new Set(['hers']);
  let queries = 0;
  const findEndedTokens = createEndedTokenSearch(database, async (ids) => {
    queries += 1;
    return new Set(ids.filter((id) => active.has(id)));
  });
  const verifyToken = tokens.verifier({ now: () => time });
  const { authenticate: checking } = createAuthenticator({
    verifyToken,
    findEndedTokens,
    database,
    now: () => time,
    log,
  });
  const hers = `Bearer ${await tokens.token({ sid: 'hers' })}`;
  const others = [{}, { sid: 'ended' }, { sid: 7 }].map(async (claims) => `Bearer ${await tokens.token(claims)}`);
  for (const header of await Promise.all(others)) {
    await expect(checking(header)).rejects.toMatchObject({ reason: 'revoked' });
  }
  expect(await checking(hers)).toMatchObject({ sessionId: 'hers' });
  queries = 0;
  await Promise.all(Array.from({ length: 100 }, () => checking(hers)));
  expect(queries, 'queries for 100 concurrent calls').toBeLessThan(10);
  active.delete('hers');
  await expect(checking(hers)).rejects.toMatchObject({ reason: 'revoked' });
});
