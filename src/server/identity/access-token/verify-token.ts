/** Verifies an access token (JWT, RFC 9068) of the embedded provider or of an external one. */
import { hash } from 'node:crypto';
import { errors, type JWTHeaderParameters, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { TokenIds } from '../../http/api-server.ts';
import type { WarnLog } from '../../shared/throttled-log.ts';
import type { GroupsFormat } from './groups-of-claims.ts';
import { createGroupReader, type GroupReaderOptions } from './read-groups.ts';
import { createExpiryError, createClaimError, tokenErrorOf, TokenError } from './token-refusal.ts';

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
  /** The `iss` claim of a token must equal this text, character by character. */
  readonly issuer: string;
  readonly audience: string;
  readonly groups: GroupsFormat;
  readonly keySet: JWTVerifyGetKey;
  readonly readUserInfo?: GroupReaderOptions['readUserInfo'];
  /** An additional check of the claims. Throws TokenError to refuse the token. */
  readonly checkClaims?: ((claims: JWTPayload) => Promise<void>) | undefined;
  readonly now: () => number;
  readonly log: WarnLog;
}

/**
 * The accepted signature algorithms: those with public keys. `none` has no signature. With a shared secret (HS256), an
 * attacker could use the published public key as the secret.
 */
const acceptedAlgorithms = [
  ...['RS', 'PS', 'ES'].flatMap((kind) => [`${kind}256`, `${kind}384`, `${kind}512`]),
  'EdDSA',
  'Ed25519',
];
/** The clock of the identity provider may be ahead of the clock of this server by this much. */
export const clockToleranceSeconds = 60;

export function createTokenVerifier(options: TokenVerifierOptions): VerifyToken {
  const {
    issuer,
    audience,
    groups: format,
    keySet,
    readUserInfo,
    checkClaims = async () => undefined,
    now,
    log,
  } = options;
  const readGroups = createGroupReader({ format, readUserInfo, now, log });

  return async (token) => {
    const { payload, protectedHeader } = await jwtVerify(token, keySet, {
      issuer,
      algorithms: acceptedAlgorithms,
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(now()),
      requiredClaims: ['sub', 'exp'],
    }).catch((error: unknown) => {
      throw error instanceof errors.JOSEError ? tokenErrorOf(error, issuer, now()) : error;
    });
    const { sub: subject, exp, jti } = payload;
    if (!hasAccessTokenType(protectedHeader)) {
      throw new TokenError('type', `The token has the type ${JSON.stringify(protectedHeader.typ)}.`);
    }
    if (isOtherToken(payload)) throw new TokenError('id-token', 'This is an id token, not an access token.');
    const audiences = audiencesOf(payload);
    if (!audiences.includes(audience)) throw createClaimError('audience', payload.aud, audience, 'OIDC_AUDIENCE');
    if (subject === undefined || subject === '' || exp === undefined) {
      throw new TokenError('incomplete', 'The token has no subject.');
    }
    // The clock tolerance does not extend the lifetime of a token, so the expiry is checked without it.
    if (exp * 1000 <= now()) throw createExpiryError(exp, now());
    await checkClaims(payload);

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

/** The user's name: the first of the usual claims that is not empty (OpenID Connect Core, section 5.1). */
function displayNameOf(claims: JWTPayload): string | null {
  const names = [claims['name'], claims['preferred_username'], claims['email']];
  return names.find((name): name is string => typeof name === 'string' && name.trim() !== '') ?? null;
}

/** The SHA-256 of a token in hexadecimal. The hash identifies the token where the token itself must not be stored. */
export function hashOfToken(token: string): string {
  return hash('sha256', token);
}

/**
 * RFC 9068 requires the type `at+jwt`. Many providers send `JWT`, or no type, which RFC 7519 allows.
 * The prefix `application/` is optional and the case does not matter (RFC 7515, section 4.1.9).
 */
function hasAccessTokenType({ typ }: Pick<JWTHeaderParameters, 'typ'>): boolean {
  if (typ === undefined) return true;
  return ['at+jwt', 'jwt'].includes(typ.toLowerCase().replace(/^application\//, ''));
}

/**
 * Whether the claims are those of an id token, refresh token or logout token. An id token proves a sign-in to the
 * client, so it must not give access to the API, whatever its audience.
 */
function isOtherToken(payload: JWTPayload): boolean {
  const has = (name: string) => payload[name] !== undefined;
  const { typ } = payload;
  if (typeof typ === 'string' && ['id', 'refresh', 'logout'].includes(typ.toLowerCase())) return true;
  if (['at_hash', 'c_hash', 'events'].some(has)) return true;
  // An id token has `nonce` or `auth_time`, and neither a scope nor a client id. Some providers copy `nonce` and
  // `auth_time` into access tokens, which have a scope or a client id.
  return ['nonce', 'auth_time'].some(has) && !['scope', 'scp', 'client_id'].some(has);
}

/** The audience of an access token. Amazon Cognito issues access tokens with a client id instead of an audience. */
function audiencesOf({ aud, ...payload }: JWTPayload): readonly string[] {
  if (aud !== undefined) return [aud].flat();
  const { token_use: use, client_id: client } = payload;
  return use === 'access' && typeof client === 'string' ? [client] : [];
}
