import * as z from 'zod/mini';

/**
 * Values kept in the storage of this tab, so that a reload while the server is away has something to
 * show. The session clears the storage at logout. The prefix is part of each key in the storage.
 */
const prefix = 'room-status:';

/** Undefined if there is no value, or one that does not match the schema, as after an update of the app. */
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

/** A value that the storage has no space for is logged and not kept. */
export function writeSessionCache(storage: Pick<Storage, 'setItem'>, key: string, value: unknown): void {
  try {
    storage.setItem(prefix + key, JSON.stringify(value));
  } catch (error) {
    console.warn(`The cache entry ${key} could not be written, reason:`, error);
  }
}
