/** Verifies an access token (JWT, RFC 9068) of the embedded provider or of an external one. */
import { createHash } from 'node:crypto';
import { errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { groupsOfClaims, type GroupsFormat } from './groups-of-claims.ts';
import { audiencesOf, hasAccessTokenType, isOtherToken } from './token-kind.ts';
import { expiredRefusal, mismatch, refusalOf, TokenError } from './token-refusal.ts';

export interface VerifiedToken {
  readonly subject: string;
  /** The token's `jti`, or the SHA-256 of a token that has none. */
  readonly tokenId: string;
  readonly groups: readonly string[];
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Throws TokenError for an invalid token, AppError `unavailable` when the provider cannot be reached. */
export type VerifyToken = (token: string) => Promise<VerifiedToken>;

export interface TokenVerifierOptions {
  /** Must equal the `iss` claim, character by character. */
  readonly issuer: string;
  readonly audience: string;
  readonly groups: GroupsFormat;
  readonly keySet: JWTVerifyGetKey;
  /** Reads the userinfo claims, for tokens without groups. Resolves to undefined when the provider has none. */
  readonly readUserInfo?: (token: string) => Promise<Readonly<Record<string, unknown>> | undefined>;
  readonly now: () => number;
}

/**
 * Only algorithms with public keys. `none` has no signature. With a shared-secret algorithm (HS256) an attacker
 * could sign with the published public key.
 */
const algorithms = [
  ...['RS', 'PS', 'ES'].flatMap((kind) => [`${kind}256`, `${kind}384`, `${kind}512`]),
  'EdDSA',
  'Ed25519',
];
/** The clock of the identity provider may be ahead of ours by this much. */
const clockToleranceSeconds = 60;

export function createTokenVerifier(options: TokenVerifierOptions): VerifyToken {
  const { issuer, audience, groups: groupsFormat, keySet, readUserInfo, now } = options;

  return async (token) => {
    const { payload, protectedHeader } = await jwtVerify(token, keySet, {
      issuer,
      algorithms,
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(now()),
      requiredClaims: ['sub', 'exp'],
    }).catch((error: unknown) => {
      throw error instanceof errors.JOSEError ? refusalOf(error, issuer, now()) : error;
    });
    const { sub: subject, exp, jti } = payload;
    if (!hasAccessTokenType(protectedHeader)) {
      throw new TokenError('type', `The token has the type ${JSON.stringify(protectedHeader.typ)}.`);
    }
    if (isOtherToken(payload)) throw new TokenError('id-token', 'This is an id token, not an access token.');
    const audiences = audiencesOf(payload);
    if (!audiences.includes(audience)) throw mismatch('audience', payload.aud, audience, 'OIDC_AUDIENCE');
    if (subject === undefined || subject === '' || exp === undefined) {
      throw new TokenError('incomplete', 'The token has no subject.');
    }
    // The tolerance applies to clocks that are ahead. It must not extend the expiry.
    if (exp * 1000 <= now()) throw expiredRefusal(exp, now());

    const groups = groupsOfClaims(payload, groupsFormat) ?? (await groupsOfUserInfo(token, subject)) ?? [];
    return { subject, tokenId: jti ?? hashOfToken(token), groups, expiresAt: exp * 1000 };
  };

  async function groupsOfUserInfo(token: string, subject: string) {
    const claims = await readUserInfo?.(token);
    // The claims must be about the same user (OpenID Connect Core, section 5.3.2).
    return claims?.['sub'] === subject ? groupsOfClaims(claims, groupsFormat) : undefined;
  }
}

/** SHA-256 in hexadecimal, used where the token itself must not be stored. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
