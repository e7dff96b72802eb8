import { useSyncExternalStore } from 'react';

/** From half a day on the hands of a clock point to another time than the one that is meant. */
const longAgoMs = 12 * 60 * 60 * 1_000;
const tickMs = 60_000;

/** Whether an instant (epoch milliseconds) lies so far back that it takes a date beside its time. */
export function useIsLongAgo(instant: number): boolean {
  return useSyncExternalStore(everyMinute, () => Date.now() - instant >= longAgoMs);
}

function everyMinute(onTick: () => void): () => void {
  const timer = setInterval(onTick, tickMs);
  return () => clearInterval(timer);
}
