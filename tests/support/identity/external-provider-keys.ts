/** The signing keys of the external test provider. */
import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTHeaderParameters, type JWTPayload } from 'jose';

export type SigningKeys = Awaited<ReturnType<typeof createSigningKeys>>;

interface Signing {
  readonly key: CryptoKey;
  readonly jwk: JWK;
  readonly kid: string;
}

export async function createSigningKeys() {
  let current = await createKey();
  return {
    published: () => ({ keys: [current.jwk] }),
    rotate: async () => {
      current = await createKey();
    },
    sign: (claims: JWTPayload, header: Partial<JWTHeaderParameters>) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: current.kid, ...header }).sign(current.key),
  };
}

async function createKey(): Promise<Signing> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = crypto.randomUUID();
  return { key: privateKey, kid, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } };
}
