/**
 * Whose device is calling. Looked up in the database, and remembered for a second: a device that
 * reports often costs one look-up a second, and a key that was taken back is refused within one.
 */
import type { Database } from '../../database/database.ts';
import type { DeviceCaller } from '../../http/api-server.ts';
import { AppError } from '../../shared/app-error.ts';
import { retryLater } from '../../shared/retry-later.ts';
import { findDeviceKey, hashKey } from './device-keys.ts';

const rememberedMs = 1_000;

/** Made-up keys are remembered, too: as many as this, then the oldest is forgotten. */
const mostRemembered = 10_000;

export interface DeviceAuthenticator {
  /** Throws AppError `unauthenticated`, or `unavailable` while the database is away. */
  authenticateHeader(authorization: string | undefined): Promise<DeviceCaller>;
  /** undefined: nobody knows this key. Throws AppError `unavailable` while the database is away. */
  authenticateKey(key: string): Promise<DeviceCaller | undefined>;
  /** On a connection that stays open the key is shown once, and used for days. */
  recordUse(keyId: string): void;
}

export interface DeviceAuthenticatorOptions {
  readonly database: Database;
  /** Milliseconds of a clock that is never set. */
  readonly elapsed?: () => number;
  /** Told of each call with a key that holds. */
  readonly onUsed?: (keyId: string) => void;
  /** Told of each call without a key, or with one that does not hold. */
  readonly onRefused?: () => void;
}

interface Remembered {
  readonly caller: Promise<DeviceCaller | undefined>;
  readonly since: number;
}

export function createDeviceAuthenticator(options: DeviceAuthenticatorOptions): DeviceAuthenticator {
  const { database, elapsed = () => performance.now(), onUsed, onRefused } = options;
  /** By hash: no key is kept in memory. The oldest comes first. */
  const remembered = new Map<string, Remembered>();

  function lookUp(hash: string): Promise<DeviceCaller | undefined> {
    const now = elapsed();
    const known = remembered.get(hash);
    if (known !== undefined && now - known.since < rememberedMs) return known.caller;
    const caller = findDeviceKey(database, hash);
    remembered.delete(hash);
    remembered.set(hash, { caller, since: now });
    caller.catch(() => {
      if (remembered.get(hash)?.caller === caller) remembered.delete(hash);
    });
    for (const [oldest, { since }] of remembered) {
      if (remembered.size <= mostRemembered && now - since < rememberedMs) break;
      remembered.delete(oldest);
    }
    return caller;
  }

  async function authenticateKey(key: string): Promise<DeviceCaller | undefined> {
    try {
      const caller = await lookUp(hashKey(key));
      if (caller === undefined) onRefused?.();
      else onUsed?.(caller.keyId);
      return caller;
    } catch (error) {
      if (database.isUnavailable(error)) throw retryLater('unavailable', 'Device keys cannot be looked up right now.');
      throw error;
    }
  }

  return {
    authenticateKey,
    recordUse: (keyId) => onUsed?.(keyId),
    authenticateHeader: async (authorization) => {
      const key = /^Bearer +([\w-]{1,200})$/i.exec(authorization ?? '')?.[1];
      if (key === undefined) {
        onRefused?.();
        throw new AppError('unauthenticated', { detail: 'Send your device key as a bearer token.' });
      }
      const caller = await authenticateKey(key);
      if (caller === undefined)
        throw new AppError('unauthenticated', { detail: 'This device key is not known, or was taken back.' });
      return caller;
    },
  };
}
