/** Verifies an access token (JWT, RFC 9068) of the embedded provider or of an external one. */
import { createHash } from 'node:crypto';
import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { AppError } from '../shared/app-error.ts';
import { groupsOfClaims } from './groups-of-claims.ts';

export interface VerifiedToken {
  readonly subject: string;
  /** The token's `jti`, or the SHA-256 of a token that has none. */
  readonly tokenId: string;
  readonly groups: readonly string[];
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Throws AppError `unauthenticated` for an invalid token, `unavailable` when the provider cannot be reached. */
export type VerifyToken = (token: string) => Promise<VerifiedToken>;

export interface TokenVerifierOptions {
  /** Must equal the `iss` claim, character by character. */
  readonly issuer: string;
  readonly audience: string;
  /** Name of the claim, or a path to it such as `realm_access.roles`. */
  readonly groupsClaim: string;
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
const tokenTypes = ['at+jwt', 'application/at+jwt', 'jwt'];
/** The clock of the identity provider may be ahead of ours by this much. */
const clockToleranceSeconds = 30;

export function createTokenVerifier(options: TokenVerifierOptions): VerifyToken {
  const { issuer, audience, groupsClaim, keySet, readUserInfo, now } = options;

  return async (token) => {
    const { payload, protectedHeader } = await jwtVerify(token, keySet, {
      issuer,
      audience,
      algorithms,
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(now()),
      requiredClaims: ['sub', 'exp'],
    }).catch((error: unknown) => {
      throw error instanceof errors.JOSEError ? invalidToken(reasonOf(error)) : error;
    });
    const { sub: subject, exp, jti } = payload;
    if (!tokenTypes.includes(protectedHeader.typ?.toLowerCase() ?? ''))
      throw invalidToken('The token is of the wrong type.');
    if (isIdToken(payload)) throw invalidToken('This is an id token, not an access token.');
    if (subject === undefined || subject === '' || exp === undefined) throw invalidToken('The token has no subject.');
    // The tolerance applies to clocks that are ahead. It must not extend the expiry.
    if (exp * 1000 <= now()) throw invalidToken(expired);

    const groups = groupsOfClaims(payload, groupsClaim) ?? (await groupsOfUserInfo(token, subject)) ?? [];
    return { subject, tokenId: jti ?? hashOfToken(token), groups, expiresAt: exp * 1000 };
  };

  async function groupsOfUserInfo(token: string, subject: string) {
    const claims = await readUserInfo?.(token);
    // The claims must be about the same user (OpenID Connect Core, section 5.3.2).
    return claims?.['sub'] === subject ? groupsOfClaims(claims, groupsClaim) : undefined;
  }
}

/** SHA-256 in hexadecimal, used where the token itself must not be stored. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** RFC 6750, section 3.1. */
export function invalidToken(detail: string): AppError {
  return new AppError('unauthenticated', { detail, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
}

const expired = 'The token has expired.';

/** An id token proves a sign-in to the client. It must not give access to the API, whatever its audience. */
function isIdToken(payload: JWTPayload): boolean {
  return payload['at_hash'] !== undefined || payload['c_hash'] !== undefined;
}

function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return expired;
  if (error instanceof errors.JWTClaimValidationFailed) return `The token's ${error.claim} is not accepted here.`;
  if (error instanceof errors.JWKSNoMatchingKey) return 'The token is signed with an unknown key.';
  if (error instanceof errors.JWSSignatureVerificationFailed) return "The token's signature is wrong.";
  if (error instanceof errors.JOSEAlgNotAllowed) return 'The token is signed in a way that is not accepted here.';
  return 'The token cannot be read.';
}
