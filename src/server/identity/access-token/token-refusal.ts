/** Refusals of access tokens, with a reason for the caller and for the log. */
import { errors } from 'jose';
import type { TokenRefusal } from '../../../contract/problem.ts';
import { AppError } from '../../shared/app-error.ts';

/** The refusal of an access token (RFC 6750, section 3.1). It contains claims of the token, never the token itself. */
export class TokenError extends AppError {
  readonly reason: TokenRefusal;

  constructor(reason: TokenRefusal, detail: string) {
    super('unauthenticated', {
      detail,
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      members: { reason },
    });
    this.reason = reason;
  }
}

/** Turns an error of jose into a refusal. `now`: epoch milliseconds. */
export function tokenErrorOf(error: errors.JOSEError, expectedIssuer: string, now: number): TokenError {
  if (error instanceof errors.JWTExpired) return createExpiryError(error.payload.exp ?? 0, now);
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, payload } = error;
    if (claim === 'iss') return createClaimError('issuer', payload.iss, expectedIssuer, 'OIDC_ISSUER');
    if (claim === 'nbf') {
      const secondsLeft = Math.ceil((payload.nbf ?? 0) - now / 1000);
      return new TokenError('not-yet-valid', `The token becomes valid in ${secondsLeft} s: compare the clocks.`);
    }
    return new TokenError('incomplete', `The token's claim ${claim} is missing or has a wrong format.`);
  }
  if (error instanceof errors.JWKSNoMatchingKey) {
    return new TokenError('unknown-key', 'The token is signed with an unknown key.');
  }
  if (error instanceof errors.JWKSMultipleMatchingKeys) {
    return new TokenError('unknown-key', 'The token does not name its key (kid), and the provider has several keys.');
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return new TokenError('signature', "The token's signature is wrong.");
  }
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) {
    return new TokenError('algorithm', 'The token is signed in a way that is not accepted here: use RS256 or ES256.');
  }
  return new TokenError(
    'opaque',
    'The access token is not a signed JWT. Many providers issue a JWT only if the sign-in requests an API.',
  );
}

/** The refusal of an expired token. `expiry`: seconds since the epoch, as in the claim `exp`. */
export function createExpiryError(expiry: number, now: number): TokenError {
  return new TokenError('expired', `The token has expired ${Math.max(0, Math.round(now / 1000 - expiry))} s ago.`);
}

/** The refusal of a token whose claim does not match a setting. */
export function createClaimError(reason: TokenRefusal, found: unknown, expected: string, setting: string): TokenError {
  const text = found === undefined ? 'missing' : JSON.stringify(found).slice(0, maxFoundLength);
  return new TokenError(reason, `The token's ${reason} is ${text}, this server expects "${expected}" (${setting}).`);
}

const maxFoundLength = 200;
