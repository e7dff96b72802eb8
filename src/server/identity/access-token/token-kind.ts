/** Tells access tokens from the other tokens of a provider, which are signed with the same keys. */
import type { JWTHeaderParameters, JWTPayload } from 'jose';

/**
 * RFC 9068 requires the type `at+jwt`. Many providers send `JWT`, or no type, which RFC 7519 allows.
 * The prefix `application/` is optional and the case does not matter (RFC 7515, section 4.1.9).
 */
export function hasAccessTokenType({ typ }: Pick<JWTHeaderParameters, 'typ'>): boolean {
  if (typ === undefined) return true;
  return ['at+jwt', 'jwt'].includes(typ.toLowerCase().replace(/^application\//, ''));
}

/**
 * Whether the claims are those of an id token, refresh token or logout token. An id token proves a sign-in to the
 * client. It must not give access to the API, whatever its audience.
 */
export function isOtherToken(payload: JWTPayload): boolean {
  const has = (name: string) => payload[name] !== undefined;
  const { typ } = payload;
  if (typeof typ === 'string' && ['id', 'refresh', 'logout'].includes(typ.toLowerCase())) return true;
  if (['at_hash', 'c_hash', 'events'].some(has)) return true;
  // Some providers copy these two claims into access tokens. Such a token also has a scope or a client id, unlike an id
  // token.
  return ['nonce', 'auth_time'].some(has) && !['scope', 'scp', 'client_id'].some(has);
}

/** The audience of an access token. Amazon Cognito issues access tokens with a client id instead of an audience. */
export function audiencesOf({ aud, ...payload }: JWTPayload): readonly string[] {
  if (aud !== undefined) return [aud].flat();
  const { token_use: use, client_id: client } = payload;
  return use === 'access' && typeof client === 'string' ? [client] : [];
}
