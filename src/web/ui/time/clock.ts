/** The shared timers of all components that show times: one timer per interval, with its listeners. */
const listenersOf = new Map<number, Set<() => void>>();
const timers = new Map<number, ReturnType<typeof setInterval>>();

/** Calls the listener at the end of each interval. Returns the function that unsubscribes. */
export function subscribeClock(intervalMs: number, listener: () => void): () => void {
  const listeners = listenersOf.get(intervalMs) ?? new Set();
  listenersOf.set(intervalMs, listeners.add(listener));
  const callAll = () => {
    for (const call of listeners) call();
  };
  if (listeners.size === 1) timers.set(intervalMs, setInterval(callAll, intervalMs));
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timers.get(intervalMs));
  };
}
