/**
 * The difference between the server's clock and the clock of this browser. The times of notifications come from the
 * server, so their ages need this difference in a browser with a wrong clock. There is one server, so there is one
 * difference.
 */
import { createStore, useStore } from '../shared/create-store.ts';

/** A smaller change of the difference is ignored, because the header `Date` has whole seconds. */
const toleranceMs = 2_000;

const offsetMs = createStore(0);

/** The server's clock minus the clock of this browser, in milliseconds. 0 until it is known. */
export const clockOffsetMs = offsetMs.get;

/**
 * Measures the difference with a response of the server. `date`: its header `Date`; null: a response of another origin
 * that does not expose the header. `sentAt` and `receivedAt`: epoch milliseconds of this browser.
 */
export function measureServerClock(date: string | null, sentAt: number, receivedAt: number): void {
  // The measured difference: the header is assumed to be written in the middle of its second and in the middle of the
  // call.
  const measuredMs = Date.parse(date ?? '') + 500 - (sentAt + receivedAt) / 2;
  const errorMs = toleranceMs + (receivedAt - sentAt) / 2;
  // NOTE: a missing or invalid date gives NaN, and every comparison with NaN is false.
  if (!(Math.abs(measuredMs - offsetMs.get()) > errorMs)) return;
  offsetMs.set(Math.abs(measuredMs) > errorMs ? Math.round(measuredMs) : 0);
}

/** The present time by the server's clock, in epoch milliseconds. */
export function readServerTime(): number {
  return Date.now() + offsetMs.get();
}

export function useClockOffsetMs(): number {
  return useStore(offsetMs);
}
