/**
 * The clients, locations and wards this tab has seen, kept for a reload while the server is away: a
 * board that shows what was last known of the rooms is to say of which ward. Wiped at sign-out.
 */
import * as z from 'zod/mini';

const prefix = 'room-status:place:';

export function writePlaceCache(storage: Pick<Storage, 'setItem'>, key: readonly string[], place: unknown): void {
  storage.setItem(prefix + key.join(':'), JSON.stringify(place));
}

/** Undefined when it was never seen, or was written down by another version. */
export function readPlaceCache<T>(
  storage: Pick<Storage, 'getItem'>,
  key: readonly string[],
  schema: z.ZodMiniType<T>,
): T | undefined {
  const text = storage.getItem(prefix + key.join(':'));
  if (text === null) return undefined;
  try {
    return z.parse(schema, JSON.parse(text));
  } catch {
    return undefined;
  }
}
