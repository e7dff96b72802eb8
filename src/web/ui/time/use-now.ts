import { useCallback, useSyncExternalStore } from 'react';
import { subscribeClock } from './clock.ts';

/** The current time in epoch milliseconds. Renders the component again at the end of each interval. */
export function useNow(intervalMs: number): number {
  const subscribe = useCallback((onChange: () => void) => subscribeClock(intervalMs, onChange), [intervalMs]);
  // The time is rounded, because React needs the same value until the next change.
  return useSyncExternalStore(subscribe, () => Math.ceil(Date.now() / intervalMs) * intervalMs);
}

/** A time without a date is ambiguous after this time. */
const longAgoMs = 12 * 60 * 60 * 1_000;

/** Whether an instant (epoch milliseconds) is so long ago that its date must be shown too. */
export function useIsLongAgo(instant: number): boolean {
  return useNow(60_000) - instant >= longAgoMs;
}
