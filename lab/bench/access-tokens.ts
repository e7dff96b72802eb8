/** Creates access tokens of the embedded provider, so that thousands of viewers need not sign in one after the other. */
import { randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';
import { signIn } from '../../tests/support/identity/sign-in.ts';
import type { Database } from '../../src/server/database/database.ts';
import { loadProviderKeys, signingAlgorithm } from '../../src/server/identity/provider/protocol/provider-keys.ts';
import { nurse } from '../shared/home.ts';

/** Signs the nurse in at a server, and creates copies of her token with other ids and the stored signing key. */
export async function createTokens(database: Database, count: number): Promise<(url: string) => Promise<string[]>> {
  const [jwk] = (await loadProviderKeys(database, Date.now())).signing;
  if (jwk === undefined) throw new Error('the provider has no signing key');
  const { retiredAt: _retiredAt, ...privateKey } = jwk;
  const key = await importJWK(privateKey, signingAlgorithm);
  return async (url) => {
    const { accessToken } = await signIn(url, nurse.username, nurse.password);
    const [claims, { typ = 'at+jwt' }] = [decodeJwt(accessToken), decodeProtectedHeader(accessToken)];
    const header = { alg: signingAlgorithm, typ, kid: jwk.kid };
    const sign = () => new SignJWT({ ...claims, jti: randomUUID() }).setProtectedHeader(header).sign(key);
    return [accessToken, ...(await Promise.all(Array.from({ length: count - 1 }, sign)))];
  };
}
