/** An external OpenID Connect provider: its keys, its userinfo and the origins of its endpoints. */
import { errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod/mini';
import { createProviderMetadata, type ProviderMetadataOptions } from './provider-metadata.ts';
import { requestProvider, ProviderStatusError, createUnavailableError } from './provider-requests.ts';

const Claims = z.record(z.string(), z.unknown());

/** The minimum time between two loads of the keys. A token with an unknown key starts a load. */
const minLoadIntervalMs = 5_000;

export function createRemoteIssuer({ issuer, now, log }: ProviderMetadataOptions) {
  const metadata = createProviderMetadata({ issuer, now, log });

  const keySet = (async (header, token) => {
    const { getKey } = await metadata.current();
    try {
      return await getKey(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      // While a load of the keys is running, the token is not refused yet, because the load may find its key.
      if (!metadata.isLoading() && now() - metadata.lastLoadAt() <= minLoadIntervalMs) throw error;
      return (await metadata.reload()).getKey(header, token);
    }
  }) satisfies JWTVerifyGetKey;

  /** Reads the userinfo, which may be a signed JWT (OpenID Connect Core, section 5.3.2). */
  async function requestUserInfo(endpoint: string, token: string) {
    const { text, headers } = await requestProvider(endpoint, { authorization: `Bearer ${token}` });
    const isSigned = headers.get('content-type')?.startsWith('application/jwt') === true;
    return Claims.parse(isSigned ? (await jwtVerify(text, keySet)).payload : JSON.parse(text));
  }

  return {
    /** Loads the keys at the start of the server, so that a wrong address is logged at once. Never rejects. */
    preload: async () => void (await metadata.current().catch(() => undefined)),

    /** Finds the key of a token. Throws AppError `unavailable` when there are no usable keys. */
    keySet,

    /** Resolves to undefined when the provider has no userinfo for this token. Throws AppError `unavailable`. */
    readUserInfo: async (token: string) => {
      const { userinfo_endpoint: endpoint } = (await metadata.current()).discovery;
      if (endpoint === undefined) return undefined;
      try {
        return await requestUserInfo(endpoint, token);
      } catch (error) {
        log.warn({ issuer, err: error }, 'the identity provider did not return the userinfo');
        // 429 is a temporary failure. If it counted as "no groups", all rooms would be hidden until the token expires.
        if (error instanceof ProviderStatusError && error.status < 500 && error.status !== 429) return undefined;
        throw createUnavailableError();
      }
    },

    /** The origins of the endpoints that a page uses, from the last discovery document. Empty before the first one. */
    endpointOrigins: (): readonly string[] => {
      const { token_endpoint, userinfo_endpoint, end_session_endpoint } = metadata.lastKnown()?.discovery ?? {};
      return [token_endpoint, userinfo_endpoint, end_session_endpoint]
        .filter((url) => url !== undefined)
        .map((url) => new URL(url).origin);
    },

    /** Problems of the provider, for the operator. */
    warnings: metadata.warnings,
  };
}
