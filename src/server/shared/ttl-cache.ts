/** Caches the answers of lookups for a time, so that many callers with the same question share one lookup. */
export function createTtlCache<T>({ ttlMs, now }: { readonly ttlMs: number; readonly now: () => number }) {
  let entries = new Map<string, Promise<T>>();
  let filledAt = now();
  return {
    /** The cached answer, or that of `lookup`. A rejected lookup is not cached. */
    get: (key: string, lookup: () => Promise<T>): Promise<T> => {
      const time = now();
      // All entries expire together, so the cache never keeps keys that nobody uses. A clock that was set back
      // expires them too.
      if (time < filledAt || time >= filledAt + ttlMs) {
        entries = new Map();
        filledAt = time;
      }
      const cached = entries.get(key);
      if (cached !== undefined) return cached;
      const generation = entries;
      const answer = lookup();
      generation.set(key, answer);
      answer.catch(() => generation.delete(key));
      return answer;
    },
  };
}
