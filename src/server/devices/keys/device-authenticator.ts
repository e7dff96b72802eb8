/**
 * Authenticates devices by their key. The result of a database lookup is cached for one second: a device that reports
 * often costs one lookup per second, and a revoked key is refused within a second.
 */
import type { Database } from '../../database/database.ts';
import type { DeviceCaller } from '../../http/api-server.ts';
import { AppError } from '../../shared/app-error.ts';
import { retryLater } from '../../shared/retry-later.ts';
import { createTtlCache } from '../../shared/cache/ttl-cache.ts';
import { findDeviceKey, hashDeviceKey } from './device-keys.ts';
import type { KeyUseSource } from './key-usage.ts';

const cacheMs = 1_000;

export type DeviceAuthenticator = ReturnType<typeof createDeviceAuthenticator>;

interface DeviceAuthenticatorOptions {
  readonly database: Database;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed?: () => number;
  /** Called for each request with a valid key. */
  readonly onUsed?: (keyId: string, source: KeyUseSource | undefined) => void;
  /** Called for each request without a key or with an invalid one. */
  readonly onRefused?: () => void;
}

export function createDeviceAuthenticator(options: DeviceAuthenticatorOptions) {
  const { database, elapsed = () => performance.now(), onUsed, onRefused } = options;
  // The cache contains hashes of keys, so that no key stays in memory.
  const cache = createTtlCache<DeviceCaller | undefined>({ ttlMs: cacheMs, now: elapsed });

  /**
   * Finds the caller of a key. Undefined for an unknown key. Throws AppError `unavailable` while the database cannot be
   * reached.
   */
  async function authenticateKey(key: string, source?: KeyUseSource): Promise<DeviceCaller | undefined> {
    const hash = hashDeviceKey(key);
    try {
      const caller = await cache.get(hash, () => findDeviceKey(database, hash));
      if (caller === undefined) onRefused?.();
      else onUsed?.(caller.keyId, source);
      return caller;
    } catch (error) {
      if (database.isUnavailable(error)) throw retryLater('unavailable', 'Device keys cannot be looked up right now.');
      throw error;
    }
  }

  async function authenticateNewKey(key: string | undefined, source?: KeyUseSource): Promise<DeviceCaller> {
    if (key === undefined) {
      onRefused?.();
      throw new AppError('unauthenticated', { detail: 'Send your device key as a bearer token.' });
    }
    const caller = await authenticateKey(key, source);
    if (caller === undefined) {
      throw new AppError('unauthenticated', { detail: 'This device key is unknown or was revoked.' });
    }
    return caller;
  }

  const listeners = new Set<(keyId: string) => void>();

  return {
    authenticateKey,
    /**
     * Refuses the key from now on, and notifies the listeners that keep connections open. Call it after the key was
     * revoked.
     */
    forget: (keyId: string): void => {
      cache.clear();
      for (const listener of listeners) listener(keyId);
    },
    /** Calls the listener when this process revokes a key. Returns a function that removes the listener. */
    onForgotten: (listener: (keyId: string) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Reports a use of the key on a connection that stays open after it was authenticated. */
    recordUse: (keyId: string, source: KeyUseSource) => onUsed?.(keyId, source),
    /**
     * Returns the caller: synchronously if the key is cached, otherwise as a promise. Rejects with AppError
     * `unauthenticated`, or `unavailable` while the database cannot be reached.
     */
    authenticateHeader: (
      authorization: string | undefined,
      source?: KeyUseSource,
    ): DeviceCaller | Promise<DeviceCaller> => {
      const key = /^Bearer +([\w-]{1,200})$/i.exec(authorization ?? '')?.[1];
      const cached = key === undefined ? undefined : cache.peek(hashDeviceKey(key));
      if (cached === undefined) return authenticateNewKey(key, source);
      onUsed?.(cached.keyId, source);
      return cached;
    },
  };
}
