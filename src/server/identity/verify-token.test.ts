import { beforeAll, describe, expect, test } from 'vitest';
import {
  createTestTokens,
  testAudience,
  testIssuer,
  type TestTokens,
} from '../../../tests/support/identity/test-tokens.ts';
import { AppError } from '../shared/app-error.ts';
import { createTokenVerifier, hashOfToken, type TokenVerifierOptions } from './verify-token.ts';

const now = Date.UTC(2026, 0, 1);
const seconds = now / 1000;

let tokens: TestTokens;

beforeAll(async () => {
  tokens = await createTestTokens(() => now);
});

function verifier(options: Partial<TokenVerifierOptions> = {}) {
  return createTokenVerifier({
    issuer: testIssuer,
    audience: testAudience,
    groupsClaim: 'groups',
    keySet: tokens.keySet,
    now: () => now,
    ...options,
  });
}

test('[API-1] a right token says who somebody is, and until when', async () => {
  expect(await verifier()(await tokens.token({ jti: 'one' }))).toEqual({
    subject: 'nora',
    tokenId: 'one',
    groups: ['nurses'],
    expiresAt: now + 600_000,
  });
});

test('a token without an id of its own is known by its hash', async () => {
  const token = await tokens.tokenWithout('jti');
  expect((await verifier()(token)).tokenId).toBe(hashOfToken(token));
});

test('a provider whose clock is ahead of ours by a little is believed', async () => {
  const token = await tokens.token({ iat: seconds + 20, nbf: seconds + 20, exp: seconds + 620 });
  expect(await verifier()(token)).toMatchObject({ subject: 'nora' });
});

test('one audience of several is enough', async () => {
  const token = await tokens.token({ aud: ['another', testAudience] });
  expect(await verifier()(token)).toMatchObject({ subject: 'nora' });
});

describe('refused is', () => {
  test.each<[string, () => Promise<string>, RegExp]>([
    ['an expired token', () => tokens.token({ exp: seconds - 1 }), /expired/],
    ['a token that expires now', () => tokens.token({ exp: seconds }), /expired/],
    ['a token without an end', () => tokens.tokenWithout('exp'), /exp/],
    ['a token of later', () => tokens.token({ nbf: seconds + 60 }), /nbf/],
    ['a token of another issuer', () => tokens.token({ iss: 'https://evil.example' }), /iss/],
    ['a token of an issuer with a slash too many', () => tokens.token({ iss: `${testIssuer}/` }), /iss/],
    ['a token for another audience', () => tokens.token({ aud: 'urn:another:api' }), /aud/],
    ['a token for nobody', () => tokens.tokenWithout('aud'), /aud/],
    ['a token of nobody', () => tokens.tokenWithout('sub'), /sub/],
    ['a token of an empty subject', () => tokens.token({ sub: '' }), /nobody/],
    ['an unsigned token', () => tokens.tokenOfAlgNone(), /not accepted/],
    ['a token that calls the public key its secret', () => tokens.tokenOfPublicKey(), /not accepted/],
    ['a token of another key', () => tokens.tokenOfAnotherKey(), /signature/],
    ['a token of a key nobody knows', () => tokens.token({}, { kid: 'second' }), /unknown key/],
    ['a token of another type', () => tokens.token({}, { typ: 'logout+jwt' }), /type/],
    ['a token of no type', () => tokens.tokenWithout('typ'), /type/],
    ['an id token', () => tokens.token({ at_hash: 'abc' }), /id token/],
    ['a token that was changed', async () => `${(await tokens.token()).slice(0, -8)}AAAAAAAA`, /signature/],
    ['no token', async () => 'nonsense', /cannot be read/],
    ['an empty token', async () => '', /cannot be read/],
  ])('%s', async (_what, make, reason) => {
    const error: unknown = await verifier()(await make()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'unauthenticated',
      status: 401,
      options: { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
    });
    expect(error instanceof AppError ? error.options.detail : '').toMatch(reason);
  });
});

describe('groups that are not in the token', () => {
  const withInfo = (info: Readonly<Record<string, unknown>> | undefined) =>
    verifier({ readUserInfo: () => Promise.resolve(info) });

  test("come from the provider's userinfo", async () => {
    const token = await tokens.tokenWithout('groups');
    expect((await withInfo({ sub: 'nora', groups: ['night'] })(token)).groups).toEqual(['night']);
  });

  test('are not asked for when the token has some', async () => {
    expect((await withInfo({ sub: 'nora', groups: ['night'] })(await tokens.token())).groups).toEqual(['nurses']);
  });

  test('do not come from what is said of somebody else, or of nobody', async () => {
    const token = await tokens.tokenWithout('groups');
    expect((await withInfo({ sub: 'agnes', groups: ['administrators'] })(token)).groups).toEqual([]);
    expect((await withInfo(undefined)(token)).groups).toEqual([]);
  });
});
