/** Verifies an access token (JWT, RFC 9068) of the embedded provider or of an external one. */
import { hash } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { TokenIds } from '../../http/api-server.ts';
import type { WarnLog } from '../../shared/throttled-log.ts';
import type { GroupsFormat } from './groups-of-claims.ts';
import { createGroupReader, type GroupReaderOptions } from './read-groups.ts';
import { audiencesOf, hasAccessTokenType, isOtherToken } from './token-kind.ts';
import { expiredRefusal, mismatch, refusalOf, TokenError } from './token-refusal.ts';

export interface VerifiedToken extends TokenIds {
  readonly subject: string;
  /** Null: the token contains no name. */
  readonly displayName: string | null;
  /** The token's `jti`, or the SHA-256 of a token that has none. */
  readonly tokenId: string;
  readonly groups: readonly string[];
  /** Where the groups were found, for the log. */
  readonly groupsSource: string;
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
  readonly readUserInfo?: GroupReaderOptions['readUserInfo'];
  readonly now: () => number;
  readonly log: WarnLog;
}

/**
 * Only algorithms with public keys. `none` has no signature. With a shared-secret algorithm (HS256) an attacker
 * could sign with the published public key.
 */
export const acceptedAlgorithms = [
  ...['RS', 'PS', 'ES'].flatMap((kind) => [`${kind}256`, `${kind}384`, `${kind}512`]),
  'EdDSA',
  'Ed25519',
];
/** The clock of the identity provider may be ahead of ours by this much. */
export const clockToleranceSeconds = 60;

export function createTokenVerifier(options: TokenVerifierOptions): VerifyToken {
  const { issuer, audience, groups: format, keySet, readUserInfo, now, log } = options;
  const readGroups = createGroupReader({ format, readUserInfo, now, log });

  return async (token) => {
    const { payload, protectedHeader } = await jwtVerify(token, keySet, {
      issuer,
      algorithms: acceptedAlgorithms,
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

    const { groups, source: groupsSource } = await readGroups(token, payload);
    const sessionId = typeof payload['sid'] === 'string' ? payload['sid'] : undefined;
    return {
      subject,
      displayName: displayNameOf(payload),
      tokenId: jti ?? hashOfToken(token),
      sessionId,
      groups,
      groupsSource,
      expiresAt: exp * 1000,
    };
  };
}

/** The first of the usual claims that contains a name (OpenID Connect Core, section 5.1). */
function displayNameOf(claims: JWTPayload): string | null {
  const names = [claims['name'], claims['preferred_username'], claims['email']];
  return names.find((name): name is string => typeof name === 'string' && name.trim() !== '') ?? null;
}

/** SHA-256 in hexadecimal, used where the token itself must not be stored. */
export function hashOfToken(token: string): string {
  return hash('sha256', token);
}
