import { beforeAll, expect, test } from 'vitest';
import {
  createTestTokens,
  testAudience,
  testIssuer,
  type TestTokens,
} from '../../../tests/support/identity/test-tokens.ts';
import { AppError } from '../shared/app-error.ts';
import { hashOfToken } from './verify-token.ts';

const now = Date.UTC(2026, 0, 1);
const seconds = now / 1000;

let tokens: TestTokens;

beforeAll(async () => {
  tokens = await createTestTokens(() => now);
});

test('[API-1] a valid token gives subject, groups and expiry', async () => {
  expect(await tokens.verifier()(await tokens.token({ jti: 'one' }))).toEqual({
    subject: 'nora',
    tokenId: 'one',
    groups: ['nurses'],
    expiresAt: now + 600_000,
  });
});

test('a token without jti is identified by its hash', async () => {
  const token = await tokens.tokenWithout('jti');
  expect((await tokens.verifier()(token)).tokenId).toBe(hashOfToken(token));
});

test.each([
  ['of a clock that is 20 s ahead', { iat: seconds + 20, nbf: seconds + 20, exp: seconds + 620 }],
  ['with several audiences', { aud: ['another', testAudience] }],
])('a token %s is accepted', async (_what, claims) => {
  expect(await tokens.verifier()(await tokens.token(claims))).toMatchObject({ subject: 'nora' });
});

test.each<[string, () => Promise<string>, RegExp]>([
  ['an expired token', () => tokens.token({ exp: seconds - 1 }), /expired/],
  ['a token that expires now', () => tokens.token({ exp: seconds }), /expired/],
  ['a token without an expiry', () => tokens.tokenWithout('exp'), /exp/],
  ['a token that is not valid yet', () => tokens.token({ nbf: seconds + 60 }), /nbf/],
  ['a token of another issuer', () => tokens.token({ iss: 'https://evil.example' }), /iss/],
  ['a token whose issuer has an extra slash', () => tokens.token({ iss: `${testIssuer}/` }), /iss/],
  ['a token for another audience', () => tokens.token({ aud: 'urn:another:api' }), /aud/],
  ['a token without an audience', () => tokens.tokenWithout('aud'), /aud/],
  ['a token without a subject', () => tokens.tokenWithout('sub'), /sub/],
  ['a token with an empty subject', () => tokens.token({ sub: '' }), /no subject/],
  ['an unsigned token', () => tokens.tokenOfAlgNone(), /not accepted/],
  ['a token signed with the public key as an HS256 secret', () => tokens.tokenOfPublicKey(), /not accepted/],
  ['a token signed with another key', () => tokens.tokenOfAnotherKey(), /signature/],
  ['a token with an unknown key id', () => tokens.token({}, { kid: 'second' }), /unknown key/],
  ['a token of the wrong type', () => tokens.token({}, { typ: 'logout+jwt' }), /type/],
  ['a token without a type', () => tokens.tokenWithout('typ'), /type/],
  ['an id token', () => tokens.token({ at_hash: 'abc' }), /id token/],
  ['a token with a changed signature', async () => `${(await tokens.token()).slice(0, -8)}AAAAAAAA`, /signature/],
  ['text that is not a token', async () => 'nonsense', /cannot be read/],
  ['an empty token', async () => '', /cannot be read/],
])('the token verifier rejects %s', async (_what, make, reason) => {
  const error: unknown = await tokens
    .verifier()(await make())
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'unauthenticated',
    status: 401,
    options: { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
  });
  expect(error instanceof AppError ? error.options.detail : '').toMatch(reason);
});

test.each([
  ['are read from the userinfo', { sub: 'nora', groups: ['night'] }, ['night']],
  ['are not read from the userinfo of another user', { sub: 'agnes', groups: ['administrators'] }, []],
  ['are none without a userinfo', undefined, []],
])('groups missing from the token %s', async (_what, info, groups) => {
  const verify = tokens.verifier({ readUserInfo: async () => info });
  expect((await verify(await tokens.tokenWithout('groups'))).groups).toEqual(groups);
});

test('groups in the token take precedence over the userinfo', async () => {
  const verify = tokens.verifier({ readUserInfo: async () => ({ sub: 'nora', groups: ['night'] }) });
  expect((await verify(await tokens.token())).groups).toEqual(['nurses']);
});
