/** Creates, stores and rotates the keys of the embedded provider. */
import { randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import * as z from 'zod/mini';
import { serverActor } from '../../../audit/audit-actors.ts';
import { type AuditActor, recordAudit } from '../../../audit/record-audit.ts';
import type { Database } from '../../../database/database.ts';
import { defaultLifetimes } from '../lifetimes.ts';

export const signingAlgorithm = 'ES256';

export interface ProviderKeys {
  /** The private keys. The first key signs tokens. The public parts of all keys are published. */
  readonly signing: readonly SigningKey[];
  /** The secrets of cookies. The first secret signs new cookies; all secrets verify cookies. */
  readonly cookies: readonly string[];
}

/** When the key was replaced, in epoch milliseconds. Undefined for the key that signs. */
const retiredAt = z.optional(z.number());

const SigningKey = z.object({
  kty: z.literal('EC'),
  crv: z.string(),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string(),
  alg: z.literal(signingAlgorithm),
  use: z.literal('sig'),
  retiredAt,
});
type SigningKey = z.infer<typeof SigningKey>;

const CookieKey = z.object({ secret: z.string(), retiredAt });
/** A stored cookie key: an object, or the secret alone, as earlier versions stored it. */
const StoredCookieKey = z.union([
  CookieKey,
  z.pipe(
    z.string(),
    z.transform((secret) => ({ secret, retiredAt: undefined })),
  ),
]);
const StoredKeys = z.object({ signing: z.array(SigningKey), cookies: z.array(StoredCookieKey) });

/**
 * How long a replaced key is accepted: until everything that it signed has expired, and one minute more for a process
 * that reads the new keys late.
 */
const acceptedMs = {
  signing: defaultLifetimes.accessTokenSeconds * 1000 + 60_000,
  cookies: (defaultLifetimes.maxSessionSeconds + defaultLifetimes.sessionIdleSeconds) * 1000,
};

/** Reads the keys. Creates missing ones. */
export async function loadProviderKeys(database: Database, now: number): Promise<ProviderKeys> {
  const { signing, cookies } = await loadKeys(database);
  return {
    signing: signing.filter((key) => isAccepted(key, 'signing', now)),
    cookies: cookies.filter((key) => isAccepted(key, 'cookies', now)).map(({ secret }) => secret),
  };
}

/** Replaces the keys. The replaced keys are accepted until everything that they signed has expired. */
export async function rotateProviderKeys(
  database: Database,
  now: number,
  actor: AuditActor = serverActor,
): Promise<void> {
  await database.query.transaction().execute(async (query) => {
    await replaceKeys({ ...database, query }, now);
    await recordAudit(query, { actor, at: now, action: 'provider-keys.rotate', clientUUID: null });
  });
}

async function replaceKeys(database: Database, now: number): Promise<void> {
  const { signing, cookies } = await loadKeys(database);
  const store = (name: KeyName, keys: readonly { readonly retiredAt?: number | undefined }[], added: object) => {
    const kept = keys.map((key) => ({ ...key, retiredAt: key.retiredAt ?? now }));
    const value = JSON.stringify([added, ...kept.filter((key) => isAccepted(key, name, now))]);
    return database.query.updateTable('identity_key').set({ value }).where('name', '=', name).execute();
  };
  await store('signing', signing, await makeSigningKey());
  await store('cookies', cookies, makeCookieKey());
}

/** Removes the private part of a signing key. */
export function publicKeyOf({ d: _privatePart, retiredAt: _retiredAt, ...publicPart }: SigningKey): JWK {
  return publicPart;
}

type KeyName = keyof typeof acceptedMs;

function isAccepted(key: { readonly retiredAt?: number | undefined }, name: KeyName, now: number): boolean {
  return key.retiredAt === undefined || now - key.retiredAt < acceptedMs[name];
}

/** Reads the stored keys. Creates missing ones. */
async function loadKeys(database: Database): Promise<z.infer<typeof StoredKeys>> {
  return StoredKeys.parse({
    signing: await loadKey(database, 'signing', makeSigningKey),
    cookies: await loadKey(database, 'cookies', makeCookieKey),
  });
}

async function loadKey(database: Database, name: KeyName, make: () => unknown): Promise<unknown> {
  const known = await readKey(database, name);
  if (known !== undefined) return JSON.parse(known);
  const value = JSON.stringify([await make()]);
  // Keeps an existing key, so that two processes that start at once use the same one.
  await database.query
    .insertInto('identity_key')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return JSON.parse((await readKey(database, name)) ?? value);
}

async function readKey(database: Database, name: KeyName): Promise<string | undefined> {
  const row = await database.query
    .selectFrom('identity_key')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}

async function makeSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: signingAlgorithm, use: 'sig' };
}

function makeCookieKey() {
  return { secret: randomBytes(32).toString('base64url') };
}
