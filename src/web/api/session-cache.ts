import * as z from 'zod/mini';

/**
 * Caches values in the storage of this tab, so that a page that reloads while the server is down has data to show.
 * The session clears the storage at logout.
 */
const prefix = 'room-status:';

/** Returns undefined when the value is missing or does not match the schema, as after an update of the app. */
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

/** Logs a warning when the storage has no space for the value. */
export function writeSessionCache(storage: Pick<Storage, 'setItem'>, key: string, value: unknown): void {
  try {
    storage.setItem(prefix + key, JSON.stringify(value));
  } catch (error) {
    console.warn(`The cache entry ${key} could not be written, reason:`, error);
  }
}
