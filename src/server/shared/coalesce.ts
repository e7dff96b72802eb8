/** Coalesces equal lookups (single-flight), so that hundreds of viewers who reconnect at once need one query. */
export function createCoalescer<T>() {
  const running = new Map<string, Promise<T>>();
  const waiting = new Map<string, Promise<T>>();

  async function run(key: string, lookup: () => Promise<T>): Promise<T> {
    await Promise.allSettled([new Promise(setImmediate), running.get(key)]);
    waiting.delete(key);
    const answer = lookup();
    running.set(key, answer);
    try {
      return await answer;
    } finally {
      if (running.get(key) === answer) running.delete(key);
    }
  }

  return {
    /**
     * Resolves with the result of a lookup that starts after this call, so the result is never older than the call.
     * Calls with the same key share the lookup until it starts: in the next turn of the event loop, or when the running
     * lookup of that key has ended.
     */
    get: (key: string, lookup: () => Promise<T>): Promise<T> => {
      const answer = waiting.get(key) ?? run(key, lookup);
      waiting.set(key, answer);
      return answer;
    },
  };
}
