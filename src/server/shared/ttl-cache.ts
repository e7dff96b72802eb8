/** Answers that may be a moment old: what hundreds ask for at once is looked up once. */
export interface TtlCache<T> {
  /** The answer of now or of the moment before; one that failed is not kept. */
  get(key: string, look: () => Promise<T>): Promise<T>;
}

export function createTtlCache<T>({ forMs, now }: { readonly forMs: number; readonly now: () => number }): TtlCache<T> {
  let kept = new Map<string, Promise<T>>();
  let since = now();
  return {
    get: (key, look) => {
      const time = now();
      // All are forgotten together: nothing is kept that nobody asks for any more. Also by a clock that was set back.
      if (time < since || time >= since + forMs) {
        kept = new Map();
        since = time;
      }
      const known = kept.get(key);
      if (known !== undefined) return known;
      const generation = kept;
      const answer = look();
      generation.set(key, answer);
      answer.catch(() => generation.delete(key));
      return answer;
    },
  };
}
