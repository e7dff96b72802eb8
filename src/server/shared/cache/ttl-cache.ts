/** Caches results of lookups for a time, so that callers with the same key share one lookup. */
export function createTtlCache<T>({ ttlMs, now }: { readonly ttlMs: number; readonly now: () => number }) {
  let entries = new Map<string, Entry<T>>();
  let filledAt = now();

  function expire(): void {
    const time = now();
    // All entries expire together, so the cache never keeps keys that nobody uses. A clock that is set back also makes
    // all entries expire.
    if (time >= filledAt && time < filledAt + ttlMs) return;
    entries = new Map();
    filledAt = time;
  }

  return {
    /** Returns the cached result, or that of `lookup`. A rejected lookup is not cached. */
    get: (key: string, lookup: () => Promise<T>): Promise<T> => {
      expire();
      const cached = entries.get(key);
      if (cached !== undefined) return cached.answer;
      const generation = entries;
      const answer = lookup();
      const entry: Entry<T> = { answer };
      generation.set(key, entry);
      answer.then(
        (value) => (entry.value = value),
        () => generation.delete(key),
      );
      return answer;
    },
    /** Drops all results, so that the next `get` runs its lookup. The result of a running lookup is not cached. */
    clear: (): void => {
      entries = new Map();
    },
    /** Returns the cached result without waiting. Undefined if there is none, or if its lookup is still running. */
    peek: (key: string): T | undefined => {
      expire();
      return entries.get(key)?.value;
    },
  };
}

interface Entry<T> {
  readonly answer: Promise<T>;
  /** The result, once the lookup has resolved. */
  value?: T;
}
