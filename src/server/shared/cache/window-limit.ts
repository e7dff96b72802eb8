/** Limits how often something happens within a time window, for each key. */

interface WindowLimitOptions {
  readonly windowMs: number;
  /** When there are more keys, the oldest one is dropped, and its next use starts a new window. */
  readonly maxKeys: number;
  /** Milliseconds of any clock. */
  readonly now: () => number;
}

export interface WindowLimit {
  /**
   * Counts a use of the key. Returns false when the key was already used `max` times in its window. The first use
   * starts the window.
   */
  take(key: string, max?: number): boolean;
  forget(key: string): void;
}

export function createWindowLimit({ windowMs, maxKeys, now }: WindowLimitOptions): WindowLimit {
  const windows = new Map<string, { readonly start: number; count: number }>();
  return {
    take: (key, max = 1) => {
      const current = windows.get(key);
      // The difference is absolute, because the clock may be set back.
      if (current !== undefined && Math.abs(now() - current.start) < windowMs) {
        current.count += 1;
        return current.count <= max;
      }
      // A Map keeps the order of insertion, so the first key has the oldest window.
      windows.delete(key);
      windows.set(key, { start: now(), count: 1 });
      const [oldest] = windows.keys();
      if (windows.size > maxKeys && oldest !== undefined) windows.delete(oldest);
      return true;
    },
    forget: (key) => void windows.delete(key),
  };
}
