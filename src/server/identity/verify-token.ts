/** Reads an access token (JWT, RFC 9068), whoever issued it: the embedded provider or an external one. */
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

/** Throws AppError `unauthenticated` for a token that does not hold, `unavailable` when that cannot be found out now. */
export type VerifyToken = (token: string) => Promise<VerifiedToken>;

export interface TokenVerifierOptions {
  /** Exactly as in the tokens. */
  readonly issuer: string;
  readonly audience: string;
  /** Name of the claim, or a path to it such as `realm_access.roles`. */
  readonly groupsClaim: string;
  readonly keySet: JWTVerifyGetKey;
  /** Further claims about the token's owner, for tokens without groups. Undefined: there are none. */
  readonly readUserInfo?: (token: string) => Promise<Readonly<Record<string, unknown>> | undefined>;
  readonly now: () => number;
}

/** Public keys only: neither `none` nor a shared secret, which a public key could be passed off as. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const types = ['at+jwt', 'application/at+jwt', 'jwt'];
/** The provider's clock may be ahead of ours by this much. */
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
      throw error instanceof errors.JOSEError ? refusal(reasonOf(error)) : error;
    });
    const { sub: subject, exp, jti } = payload;
    if (!types.includes(protectedHeader.typ?.toLowerCase() ?? '')) throw refusal('The token is of the wrong type.');
    if (isIdToken(payload)) throw refusal('This is an id token, not an access token.');
    if (subject === undefined || subject === '' || exp === undefined) throw refusal('The token names nobody.');
    // The tolerance is for clocks that are ahead; an end is an end.
    if (exp * 1000 <= now()) throw refusal(expired);

    const groups = groupsOfClaims(payload, groupsClaim) ?? (await groupsOfUserInfo(token, subject)) ?? [];
    return { subject, tokenId: jti ?? hashOfToken(token), groups, expiresAt: exp * 1000 };
  };

  async function groupsOfUserInfo(token: string, subject: string) {
    const claims = await readUserInfo?.(token);
    // Claims about anybody else do not count (OpenID Connect Core, section 5.3.2).
    return claims?.['sub'] === subject ? groupsOfClaims(claims, groupsClaim) : undefined;
  }
}

/** SHA-256, hexadecimal: stands for a token wherever the token itself must not be kept. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** RFC 6750, section 3.1. */
export function refusal(detail: string): AppError {
  return new AppError('unauthenticated', { detail, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
}

const expired = 'The token has expired.';

/** An id token says that somebody signed in at a client. It opens nothing here, whatever its audience. */
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
