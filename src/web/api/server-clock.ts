/**
 * The difference between the server's clock and the clock of this device. The times of notifications come from the
 * server, so their ages need this difference on a device with a wrong clock. There is one server, so there is one
 * difference.
 */
import { useSyncExternalStore } from 'react';

/** A smaller change of the difference is ignored, because the header `Date` has whole seconds. */
const toleranceMs = 2_000;

let offsetMs = 0;
const listeners = new Set<() => void>();

/**
 * Measures the difference with an answer of the server. `date`: its header `Date`; null: an answer of another origin
 * that does not expose the header. `sentAt` and `receivedAt`: epoch milliseconds of this device.
 */
export function measureServerClock(date: string | null, sentAt: number, receivedAt: number): void {
  // The header is assumed to be written in the middle of its second, and in the middle of the call.
  const measuredMs = Date.parse(date ?? '') + 500 - (sentAt + receivedAt) / 2;
  const errorMs = toleranceMs + (receivedAt - sentAt) / 2;
  // NOTE: a missing or invalid date gives NaN, and every comparison with NaN is false.
  if (!(Math.abs(measuredMs - offsetMs) > errorMs)) return;
  offsetMs = Math.abs(measuredMs) > errorMs ? Math.round(measuredMs) : 0;
  for (const listener of listeners) listener();
}

/** The server's clock minus the clock of this device, in milliseconds. 0 until it is known. */
export function clockOffsetMs(): number {
  return offsetMs;
}

/** The present time by the server's clock, in epoch milliseconds. */
export function serverTime(): number {
  return Date.now() + offsetMs;
}

export function useClockOffsetMs(): number {
  return useSyncExternalStore(subscribeClockOffset, clockOffsetMs);
}

export function subscribeClockOffset(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
