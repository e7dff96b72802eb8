import { beforeAll, describe, expect, test } from 'vitest';
import {
  createTokenForge,
  forgeAudience,
  forgeIssuer,
  type TokenForge,
} from '../../../tests/support/identity/token-forge.ts';
import { AppError } from '../shared/app-error.ts';
import { createTokenVerifier, hashOfToken, type TokenVerifierOptions } from './verify-token.ts';

const now = Date.UTC(2026, 0, 1);
const seconds = now / 1000;

let forge: TokenForge;

beforeAll(async () => {
  forge = await createTokenForge(() => now);
});

function verifier(options: Partial<TokenVerifierOptions> = {}) {
  return createTokenVerifier({
    issuer: forgeIssuer,
    audience: forgeAudience,
    groupsClaim: 'groups',
    keySet: forge.keySet,
    now: () => now,
    ...options,
  });
}

test('[API-1] a right token says who somebody is, and until when', async () => {
  expect(await verifier()(await forge.token({ jti: 'one' }))).toEqual({
    subject: 'nora',
    tokenId: 'one',
    groups: ['nurses'],
    expiresAt: now + 600_000,
  });
});

test('a token without an id of its own is known by its hash', async () => {
  const token = await forge.tokenWithout('jti');
  expect((await verifier()(token)).tokenId).toBe(hashOfToken(token));
});

test('a provider whose clock is ahead of ours by a little is believed', async () => {
  const token = await forge.token({ iat: seconds + 20, nbf: seconds + 20, exp: seconds + 620 });
  expect(await verifier()(token)).toMatchObject({ subject: 'nora' });
});

test('one audience of several is enough', async () => {
  const token = await forge.token({ aud: ['another', forgeAudience] });
  expect(await verifier()(token)).toMatchObject({ subject: 'nora' });
});

describe('refused is', () => {
  test.each<[string, () => Promise<string>, RegExp]>([
    ['an expired token', () => forge.token({ exp: seconds - 1 }), /expired/],
    ['a token that expires now', () => forge.token({ exp: seconds }), /expired/],
    ['a token without an end', () => forge.tokenWithout('exp'), /exp/],
    ['a token of later', () => forge.token({ nbf: seconds + 60 }), /nbf/],
    ['a token of another issuer', () => forge.token({ iss: 'https://evil.example' }), /iss/],
    ['a token of an issuer with a slash too many', () => forge.token({ iss: `${forgeIssuer}/` }), /iss/],
    ['a token for another audience', () => forge.token({ aud: 'urn:another:api' }), /aud/],
    ['a token for nobody', () => forge.tokenWithout('aud'), /aud/],
    ['a token of nobody', () => forge.tokenWithout('sub'), /sub/],
    ['a token of an empty subject', () => forge.token({ sub: '' }), /nobody/],
    ['an unsigned token', () => forge.tokenOfAlgNone(), /not accepted/],
    ['a token that calls the public key its secret', () => forge.tokenOfPublicKey(), /not accepted/],
    ['a token of another key', () => forge.tokenOfAnotherKey(), /signature/],
    ['a token of a key nobody knows', () => forge.token({}, { kid: 'second' }), /unknown key/],
    ['a token of another type', () => forge.token({}, { typ: 'logout+jwt' }), /type/],
    ['a token of no type', () => forge.tokenWithout('typ'), /type/],
    ['an id token', () => forge.token({ at_hash: 'abc' }), /id token/],
    ['a token that was changed', async () => `${(await forge.token()).slice(0, -8)}AAAAAAAA`, /signature/],
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
    const token = await forge.tokenWithout('groups');
    expect((await withInfo({ sub: 'nora', groups: ['night'] })(token)).groups).toEqual(['night']);
  });

  test('are not asked for when the token has some', async () => {
    expect((await withInfo({ sub: 'nora', groups: ['night'] })(await forge.token())).groups).toEqual(['nurses']);
  });

  test('do not come from what is said of somebody else, or of nobody', async () => {
    const token = await forge.tokenWithout('groups');
    expect((await withInfo({ sub: 'agnes', groups: ['administrators'] })(token)).groups).toEqual([]);
    expect((await withInfo(undefined)(token)).groups).toEqual([]);
  });
});
