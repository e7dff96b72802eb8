import { beforeAll, expect, test } from 'vitest';
import {
  createTestTokens,
  testAudience,
  testIssuer,
  type TestTokens,
} from '../../../../tests/support/identity/test-tokens.ts';
import type { TokenRefusal } from '../../../contract/problem.ts';
import { TokenError } from './token-refusal.ts';
import { hashOfToken } from './verify-token.ts';

const now = Date.UTC(2026, 0, 1);
const nowSeconds = now / 1000;

let tokens: TestTokens;

beforeAll(async () => {
  tokens = await createTestTokens(() => now);
});

test('[API-1] the token verifier returns the subject, groups and expiry of a valid access token', async () => {
  expect(await tokens.verifier()(await tokens.token({ jti: 'one' }))).toEqual({
    subject: 'nora',
    displayName: null,
    tokenId: 'one',
    groups: ['nurses'],
    groupsSource: 'claim groups of the access token',
    expiresAt: now + 600_000,
  });
});

test('an access token without the claim jti is identified by its hash', async () => {
  const token = await tokens.tokenWithout('jti');
  expect((await tokens.verifier()(token)).tokenId).toBe(hashOfToken(token));
});

test.each([
  ['of a clock that is 59 s ahead', { iat: nowSeconds + 59, nbf: nowSeconds + 59, exp: nowSeconds + 659 }],
  ['that an external provider issues for a day, with the name of its session', { sid: 'a', exp: nowSeconds + 86_400 }],
  ['with several audiences', { aud: ['another', testAudience] }],
])('a token %s is accepted', async (_what, claims) => {
  expect(await tokens.verifier()(await tokens.token(claims))).toMatchObject({ subject: 'nora' });
});

test.each<[string, () => Promise<string>, TokenRefusal, RegExp]>([
  ['an expired token', () => tokens.token({ exp: nowSeconds - 95 }), 'expired', /95 s ago/],
  ['a token that expires now', () => tokens.token({ exp: nowSeconds }), 'expired', /0 s ago/],
  ['a token without an expiry', () => tokens.tokenWithout('exp'), 'incomplete', /exp/],
  ['a token of a clock that is 61 s ahead', () => tokens.token({ nbf: nowSeconds + 61 }), 'not-yet-valid', /in 61 s/],
  ['a token of another issuer', () => tokens.token({ iss: 'https://evil.example' }), 'issuer', /evil.*OIDC_ISSUER/],
  ['a token whose issuer has an extra slash', () => tokens.token({ iss: `${testIssuer}/` }), 'issuer', /org\/"/],
  [
    'a token for another audience',
    () => tokens.token({ aud: ['urn:another'] }),
    'audience',
    /\["urn:another"\].*"urn:/,
  ],
  ['a token without an audience', () => tokens.tokenWithout('aud'), 'audience', /missing.*OIDC_AUDIENCE/],
  ['a token without a subject', () => tokens.tokenWithout('sub'), 'incomplete', /sub/],
  ['a token with an empty subject', () => tokens.token({ sub: '' }), 'incomplete', /no subject/],
  ['an unsigned token', () => tokens.tokenOfAlgNone(), 'algorithm', /not accepted/],
  ['a token signed with the public key as a secret', () => tokens.tokenOfPublicKey(), 'algorithm', /not accepted/],
  ['a token signed with another key', () => tokens.tokenOfAnotherKey(), 'signature', /signature/],
  ['a token with an unknown key id', () => tokens.token({}, { kid: 'second' }), 'unknown-key', /unknown key/],
  ['a token of the wrong type', () => tokens.token({}, { typ: 'logout+jwt' }), 'type', /logout\+jwt/],
  [
    'a token with a changed signature',
    async () => `${(await tokens.token()).slice(0, -8)}AAAAAAAA`,
    'signature',
    /sig/,
  ],
  ['an opaque token', async () => 'ya29.a0AfH6SMB', 'opaque', /not a signed JWT/],
  ['an encrypted token', async () => 'eyJhbGciOiJkaXIifQ..aXY.dGV4dA.dGFn', 'opaque', /not a signed JWT/],
  ['an empty token', async () => '', 'opaque', /not a signed JWT/],
])('the token verifier refuses %s and names the reason', async (_what, make, reason, detail) => {
  const error: unknown = await tokens
    .verifier()(await make())
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'unauthenticated',
    status: 401,
    options: { headers: { 'www-authenticate': 'Bearer error="invalid_token"' }, members: { reason } },
  });
  expect(error instanceof TokenError ? error.options.detail : '').toMatch(detail);
});

test.each(['at+jwt', 'AT+JWT', 'application/at+jwt', 'JWT', 'jwt', undefined])(
  'an access token of the type %s is accepted',
  async (typ) => {
    const token = typ === undefined ? tokens.tokenWithout('typ') : tokens.token({}, { typ });
    expect(await tokens.verifier()(await token)).toMatchObject({ subject: 'nora' });
  },
);

test.each([
  [{ nonce: 'n' }],
  [{ auth_time: nowSeconds }],
  [{ at_hash: 'abc', scope: 'openid' }],
  [{ c_hash: 'abc', client_id: 'board' }],
  [{ events: {} }],
  [{ typ: 'ID', scope: 'openid' }],
  [{ typ: 'Refresh', scope: 'openid' }],
  [{ typ: 'Logout' }],
])('a token with the claims %j is refused as an id token, although its audience is correct', async (claims) => {
  const outcome = tokens.verifier()(await tokens.token(claims, { typ: 'JWT' }));
  await expect(outcome).rejects.toMatchObject({ reason: 'id-token' });
});

test.each([
  [{ nonce: 'n', auth_time: nowSeconds, scope: 'openid groups', typ: 'Bearer' }],
  [{ auth_time: nowSeconds, scp: ['groups'] }],
  [{ auth_time: nowSeconds, client_id: 'board' }],
])('an access token with the claims %j is not refused as an id token', async (claims) => {
  expect(await tokens.verifier()(await tokens.token(claims))).toMatchObject({ subject: 'nora' });
});

test('an access token without an audience is accepted if its client id is the expected audience', async () => {
  const cognito = (claims: object) =>
    tokens.tokenWithout('aud', { token_use: 'access', client_id: 'board', ...claims });
  const verify = tokens.verifier({ audience: 'board' });
  expect(await verify(await cognito({}))).toMatchObject({ subject: 'nora' });
  await expect(verify(await cognito({ client_id: 'another' }))).rejects.toMatchObject({ reason: 'audience' });
  await expect(verify(await cognito({ token_use: 'id' }))).rejects.toMatchObject({ reason: 'audience' });
});
