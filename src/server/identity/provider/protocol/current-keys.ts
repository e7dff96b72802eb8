/**
 * Keeps a value that is derived from the keys of the embedded provider. The keys are read again while the process runs,
 * so that a rotation needs no restart.
 */
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import type { Database } from '../../../database/database.ts';
import { loadProviderKeys, type ProviderKeys, publicKeyOf } from './provider-keys.ts';

const keyRefreshMs = 10_000;
/** The minimum time between two queries that tokens with an unknown key cause. */
const unknownKeyRefreshMs = 1_000;

interface CurrentKeysOptions<T> {
  readonly database: Database;
  readonly now: () => number;
  readonly log: { error(details: object, message: string): void };
  /** Called with the first keys, and with the new keys after each rotation. */
  readonly derive: (keys: ProviderKeys) => T;
}

export async function createCurrentKeys<T>({ database, now, log, derive }: CurrentKeysOptions<T>) {
  let current = deriveCurrent(await loadProviderKeys(database, now()));
  let readAt = now();
  let reading: Promise<void> | undefined;

  function deriveCurrent(keys: ProviderKeys) {
    const publicKeys = createLocalJWKSet({ keys: keys.signing.map(publicKeyOf) });
    return { text: JSON.stringify(keys), publicKeys, derived: derive(keys) };
  }

  async function read(): Promise<void> {
    try {
      const keys = await loadProviderKeys(database, now());
      if (JSON.stringify(keys) !== current.text) current = deriveCurrent(keys);
    } catch (error) {
      log.error({ err: error }, 'the keys of the identity provider cannot be read');
    }
    reading = undefined;
  }

  /** Reads the keys again if the last read is older than `maxAgeMs`. Concurrent calls share one query. */
  async function refresh(maxAgeMs: number): Promise<typeof current> {
    // The age is an absolute difference, because the clock may be set back.
    if (Math.abs(now() - readAt) >= maxAgeMs) {
      readAt = now();
      reading = read();
    }
    await reading;
    return current;
  }

  const keySet: JWTVerifyGetKey = async (header, token) => {
    try {
      return await (await refresh(keyRefreshMs)).publicKeys(header, token);
    } catch (error) {
      // The key may be new: another process may have noticed a rotation earlier and used the new key.
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return (await refresh(unknownKeyRefreshMs)).publicKeys(header, token);
    }
  };

  return { keySet, derived: async () => (await refresh(keyRefreshMs)).derived };
}
