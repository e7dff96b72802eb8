/** What hundreds of viewers who come back ask for at once is looked up once, and yet never older than the question. */
export interface Coalescer<T> {
  /**
   * The answer of a look that begins after this call, shared with all who ask for the same key before it
   * begins: in this turn of the event loop, or while an earlier look is under way. Fails as the look does.
   */
  get(key: string, look: () => Promise<T>): Promise<T>;
}

export function createCoalescer<T>(): Coalescer<T> {
  const underWay = new Map<string, Promise<T>>();
  const toCome = new Map<string, Promise<T>>();

  async function begin(key: string, look: () => Promise<T>): Promise<T> {
    await Promise.allSettled([new Promise(setImmediate), underWay.get(key)]);
    toCome.delete(key);
    const answer = look();
    underWay.set(key, answer);
    try {
      return await answer;
    } finally {
      if (underWay.get(key) === answer) underWay.delete(key);
    }
  }

  return {
    get: (key, look) => {
      const answer = toCome.get(key) ?? begin(key, look);
      toCome.set(key, answer);
      return answer;
    },
  };
}
