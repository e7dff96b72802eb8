/** The keys of the embedded provider. They are created at the first start and stored in the database. */
import { randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import * as z from 'zod/mini';
import type { Database } from '../../database/database.ts';

export const signingAlgorithm = 'ES256';

export interface ProviderKeys {
  /** Private keys. The first one signs. The public parts of all of them are published. */
  readonly signing: readonly SigningKey[];
  /** Secrets that sign the cookies. */
  readonly cookies: readonly string[];
}

const SigningKey = z.object({
  kty: z.literal('EC'),
  crv: z.string(),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string(),
  alg: z.literal(signingAlgorithm),
  use: z.literal('sig'),
});
type SigningKey = z.infer<typeof SigningKey>;

export async function loadProviderKeys(database: Database): Promise<ProviderKeys> {
  return {
    signing: z.array(SigningKey).parse(await loadKeys(database, 'signing', makeSigningKeys)),
    cookies: z
      .array(z.string())
      .parse(await loadKeys(database, 'cookies', async () => [randomBytes(32).toString('base64url')])),
  };
}

/** Removes the private part of a signing key. */
export function publicKeyOf({ d: _privatePart, ...publicPart }: SigningKey): JWK {
  return publicPart;
}

async function loadKeys(database: Database, name: string, make: () => Promise<unknown>): Promise<unknown> {
  const known = await readKey(database, name);
  if (known !== undefined) return JSON.parse(known);
  const value = JSON.stringify(await make());
  // When two processes start at once, both use the key that was inserted first.
  await database.query
    .insertInto('identity_key')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return JSON.parse((await readKey(database, name)) ?? value);
}

async function readKey(database: Database, name: string): Promise<string | undefined> {
  const row = await database.query
    .selectFrom('identity_key')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}

async function makeSigningKeys(): Promise<readonly JWK[]> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return [{ ...jwk, kid: await calculateJwkThumbprint(jwk), alg: signingAlgorithm, use: 'sig' }];
}
