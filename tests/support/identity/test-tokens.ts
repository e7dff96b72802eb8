/** Creates valid and invalid access tokens. */
import {
  createLocalJWKSet,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
  type JWTHeaderParameters,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';

export const testIssuer = 'https://login.example.org';
export const testAudience = 'urn:room-status:api';

export interface TestTokens {
  readonly keySet: JWTVerifyGetKey;
  /** A valid token, except for the given claims and header fields. */
  token(claims?: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>;
  /** A token without a claim, or without `typ` in its header. */
  tokenWithout(name: string): Promise<string>;
  /** A token signed with another key. */
  tokenOfAnotherKey(): Promise<string>;
  /** HS256 with the public key as the secret. */
  tokenOfPublicKey(): Promise<string>;
  /** A token without a signature. */
  tokenOfAlgNone(): Promise<string>;
}

/** `now` returns epoch milliseconds. The tokens are valid for ten minutes. */
export async function createTestTokens(now: () => number): Promise<TestTokens> {
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

  return {
    keySet: createLocalJWKSet({ keys: [jwk] }),
    token: (claims = {}, header = {}) =>
      new SignJWT(claimsOf(claims)).setProtectedHeader(headerOf(header)).sign(privateKey),
    tokenWithout: (name) =>
      new SignJWT(without(claimsOf({}), name)).setProtectedHeader(without(headerOf({}), name)).sign(privateKey),
    tokenOfAnotherKey: () => new SignJWT(claimsOf({})).setProtectedHeader(headerOf({})).sign(otherKey.privateKey),
    tokenOfPublicKey: () => new SignJWT(claimsOf({})).setProtectedHeader(headerOf({ alg: 'HS256' })).sign(secret),
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
