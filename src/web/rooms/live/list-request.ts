import type { Stream } from '../../../domain/stream.ts';
import { delay } from '../../api/delay.ts';
import type { WardEvent } from './state-machine/ward-events.ts';

type FetchStreams = (signal: AbortSignal) => Promise<readonly Stream[]>;

const retryDelayMs = 5_000;

/** Fetches the list of a ward and reports the result as an event. A new request cancels the previous one. */
export function createListRequest(fetchStreams: FetchStreams, onResult: (event: WardEvent) => void) {
  let running = new AbortController();

  async function fetchList(signal: AbortSignal, delayMs: number): Promise<WardEvent> {
    try {
      if (delayMs > 0) await delay(delayMs, signal);
      const streams = await fetchStreams(signal);
      return { type: 'list-received', streams, now: Date.now() };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!signal.aborted) console.error(`Problem retrieving streams, reason: ${reason}`);
      return { type: 'list-failed' };
    }
  }

  async function start(delayMs: number): Promise<void> {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const result = await fetchList(signal, delayMs);
    if (!signal.aborted) onResult(result);
  }

  return { start: () => void start(0), retryLater: () => void start(retryDelayMs), stop: () => running.abort() };
}
