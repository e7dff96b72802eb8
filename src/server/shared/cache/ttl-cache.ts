/** Caches the answers of lookups for a time, so that many callers with the same question share one lookup. */
export function createTtlCache<T>({ ttlMs, now }: { readonly ttlMs: number; readonly now: () => number }) {
  let entries = new Map<string, Entry<T>>();
  let filledAt = now();

  function expire(): void {
    const time = now();
    // All entries expire together, so the cache never keeps keys that nobody uses. A clock that was set back expires
    // them too.
    if (time >= filledAt && time < filledAt + ttlMs) return;
    entries = new Map();
    filledAt = time;
  }

  return {
    /** The cached answer, or that of `lookup`. A rejected lookup is not cached. */
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
    /** Answers again with `lookup`. A lookup that is running is not cached. */
    clear: (): void => {
      entries = new Map();
    },
    /** The cached answer, without waiting. Undefined if there is none, or if its lookup is still running. */
    peek: (key: string): T | undefined => {
      expire();
      return entries.get(key)?.value;
    },
  };
}

interface Entry<T> {
  readonly answer: Promise<T>;
  /** The resolved answer. */
  value?: T;
}
