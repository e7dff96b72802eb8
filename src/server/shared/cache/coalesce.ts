/** Coalesces equal lookups (single-flight), so that thousands of viewers who reconnect at once need few queries. */
import { setTimeout as pause } from 'node:timers/promises';

/**
 * The usual minimum time between two lookups with the same key. The event loop accepts few connections per turn, so without
 * this interval most calls of a reconnect storm would have a lookup of their own.
 */
const minIntervalMs = 10;

export function createCoalescer<T>(intervalMs = minIntervalMs) {
  /** For each key, a promise that resolves when the next lookup may start. */
  const intervals = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, Promise<T>>();

  async function run(key: string, lookup: () => Promise<T>): Promise<T> {
    await Promise.all([new Promise(setImmediate), intervals.get(key)]);
    waiting.delete(key);
    const answer = lookup();
    const interval = Promise.allSettled([answer, pause(intervalMs)]);
    intervals.set(key, interval);
    void deleteAfter(key, interval);
    return answer;
  }

  async function deleteAfter(key: string, interval: Promise<unknown>): Promise<void> {
    await interval;
    if (intervals.get(key) === interval) intervals.delete(key);
  }

  return {
    /**
     * Resolves with the result of a lookup that starts after this call, so the result is never older than the call.
     * Calls with the same key share the lookup until it starts: in the next turn of the event loop, or when the running
     * lookup of that key has ended and the minimum interval has passed.
     */
    get: (key: string, lookup: () => Promise<T>): Promise<T> => {
      const answer = waiting.get(key) ?? run(key, lookup);
      waiting.set(key, answer);
      return answer;
    },
  };
}

/**
 * Collects the keys of calls that arrive together and looks all of them up at once. The lookup starts after the calls,
 * as in `get` of a coalescer. The keys of one lookup can repeat. `intervalMs`: the minimum time between two lookups.
 */
export function createBatchLookup<K, T>(
  lookup: (keys: readonly K[]) => Promise<T>,
  intervalMs?: number,
): (key: K) => Promise<T> {
  const { get } = createCoalescer<T>(intervalMs);
  let queued: K[] = [];

  function lookUpQueued(): Promise<T> {
    const keys = queued;
    queued = [];
    return lookup(keys);
  }

  return (key) => {
    queued.push(key);
    return get('queued', lookUpQueued);
  };
}
