import { useSyncExternalStore } from 'react';

/** After half a day a time without a date is ambiguous. */
const longAgoMs = 12 * 60 * 60 * 1_000;
const checkIntervalMs = 60_000;

/** Whether an instant (epoch milliseconds) is so long ago that its date has to be shown. */
export function useIsLongAgo(instant: number): boolean {
  return useSyncExternalStore(subscribeToChecks, () => Date.now() - instant >= longAgoMs);
}

function subscribeToChecks(onCheck: () => void): () => void {
  const timer = setInterval(onCheck, checkIntervalMs);
  return () => clearInterval(timer);
}
