/** Limits how often something happens within a time window, for each key. */

interface WindowLimitOptions {
  readonly windowMs: number;
  /** With more keys the oldest is forgotten, and its next use begins a new window. */
  readonly maxKeys: number;
  /** Milliseconds of any clock. */
  readonly now: () => number;
}

export interface WindowLimit {
  /** Whether the key was used fewer than `max` times in its window. The first use begins the window. */
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
