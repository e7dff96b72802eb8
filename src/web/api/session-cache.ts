import * as z from 'zod/mini';

/**
 * Caches values in the storage of this tab. A page that reloads while the server is down shows these values. The
 * session clears the storage at sign-out.
 */
const prefix = 'room-status:';

/** Reads a value. Undefined: the value is missing or does not match the schema, for example after an app update. */
export function readSessionCache<T>(
  storage: Pick<Storage, 'getItem'>,
  key: string,
  schema: z.ZodMiniType<T>,
): T | undefined {
  const text = storage.getItem(prefix + key);
  if (text === null) return undefined;
  try {
    return z.parse(schema, JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Stores a value. Logs a warning when the storage has no space for the value. */
export function writeSessionCache(storage: Pick<Storage, 'setItem'>, key: string, value: unknown): void {
  try {
    storage.setItem(prefix + key, JSON.stringify(value));
  } catch (error) {
    console.warn(`The cache entry ${key} could not be written, reason:`, error);
  }
}
