/** Creates valid and invalid access tokens for tests. */
import {
  createLocalJWKSet,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
  type JWTHeaderParameters,
  type JWTPayload,
} from 'jose';
import {
  createTokenVerifier,
  type TokenVerifierOptions,
} from '../../../src/server/identity/access-token/verify-token.ts';

export const testIssuer = 'https://login.example.org';
export const testAudience = 'urn:room-status:api';

export type TestTokens = Awaited<ReturnType<typeof createTestTokens>>;

/** Creates a key pair and functions that sign tokens, valid for ten minutes. `now` returns epoch milliseconds. */
export async function createTestTokens(now: () => number) {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const otherKey = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'first', alg: 'RS256', use: 'sig' };
  const secret = new TextEncoder().encode(await exportSPKI(publicKey));

  const claimsOf = (claims: JWTPayload): JWTPayload => {
    const iat = Math.floor(now() / 1000);
    const standard = {
      iss: testIssuer,
      aud: testAudience,
      sub: 'nora',
      jti: crypto.randomUUID(),
      iat,
      exp: iat + 600,
    };
    return { groups: ['nurses'], ...standard, ...claims };
  };
  const headerOf = (header: Partial<JWTHeaderParameters>) => ({ alg: 'RS256', kid: 'first', typ: 'at+jwt', ...header });

  const sign = (claims: JWTPayload, header: Partial<JWTHeaderParameters>, key: Parameters<SignJWT['sign']>[0]) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', ...header }).sign(key);
  const keySet = createLocalJWKSet({ keys: [jwk] });

  return {
    /** Creates a verifier for these tokens. `options` replace its settings. */
    verifier: (options: Partial<TokenVerifierOptions> = {}) =>
      createTokenVerifier({
        issuer: testIssuer,
        audience: testAudience,
        groups: { claim: 'groups' },
        keySet,
        now,
        log: console,
        ...options,
      }),
    /** Creates a token that is valid, except for the given claims and header fields. */
    token: (claims: JWTPayload = {}, header: Partial<JWTHeaderParameters> = {}) =>
      sign(claimsOf(claims), headerOf(header), privateKey),
    /** Creates a token without one claim, or without `typ` in its header, and with the given claims. */
    tokenWithout: (name: string, claims: JWTPayload = {}) =>
      sign(without(claimsOf(claims), name), without(headerOf({}), name), privateKey),
    /** Creates a token that is signed with another key. */
    tokenOfAnotherKey: () => sign(claimsOf({}), headerOf({}), otherKey.privateKey),
    /** Creates a token that is signed with HS256 and the public key as the secret. */
    tokenOfPublicKey: () => sign(claimsOf({}), headerOf({ alg: 'HS256' }), secret),
    /** Creates a token without a signature. */
    tokenOfAlgNone: async () => {
      const [header, payload] = [headerOf({ alg: 'none' }), claimsOf({})].map((part) =>
        Buffer.from(JSON.stringify(part)).toString('base64url'),
      );
      return `${header}.${payload}.`;
    },
  };
}

function without<T extends object>(value: T, name: string): T {
  const rest = { ...value };
  Reflect.deleteProperty(rest, name);
  return rest;
}
