/** Timers that all components of the page share: one for each interval, however many components show a time. */

interface Ticker {
  readonly listeners: Set<() => void>;
  readonly timer: ReturnType<typeof setInterval>;
}

const tickers = new Map<number, Ticker>();

/** Calls the listener at the end of each interval. Returns the function that unsubscribes. */
export function subscribeClock(intervalMs: number, listener: () => void): () => void {
  const ticker = tickers.get(intervalMs) ?? startTicker(intervalMs);
  ticker.listeners.add(listener);
  return () => {
    ticker.listeners.delete(listener);
    if (ticker.listeners.size > 0) return;
    clearInterval(ticker.timer);
    tickers.delete(intervalMs);
  };
}

function startTicker(intervalMs: number): Ticker {
  const listeners = new Set<() => void>();
  const timer = setInterval(() => {
    for (const listener of listeners) listener();
  }, intervalMs);
  const ticker = { listeners, timer };
  tickers.set(intervalMs, ticker);
  return ticker;
}
