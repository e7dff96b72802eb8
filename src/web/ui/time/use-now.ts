import { useCallback, useSyncExternalStore } from 'react';
import { subscribeClock } from './clock.ts';

/** Returns the current time in epoch milliseconds, and renders the component again at the end of each interval. */
export function useNow(intervalMs: number): number {
  const subscribe = useCallback((onChange: () => void) => subscribeClock(intervalMs, onChange), [intervalMs]);
  // Rounds the time to the interval, because `useSyncExternalStore` needs the same value until the next change.
  return useSyncExternalStore(subscribe, () => Math.ceil(Date.now() / intervalMs) * intervalMs);
}

/** The age after which a time of day is ambiguous without its date. */
const longAgoMs = 12 * 60 * 60 * 1_000;

/** Whether an instant (epoch milliseconds) is so long ago that its date must be shown too. */
export function useIsLongAgo(instant: number): boolean {
  return useNow(60_000) - instant >= longAgoMs;
}
