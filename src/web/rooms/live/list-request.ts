import { delay } from '../../api/delay.ts';
import type { RoomList, BoardEvent } from './state-machine/board-events.ts';

type FetchStreams = (signal: AbortSignal) => Promise<RoomList>;

/** The delay before the first list after the live connection was lost. Most connections open again sooner. */
const firstPollDelayMs = 2_000;
const retryDelayMs = 5_000;
const pollIntervalMs = 15_000;

/**
 * Fetches the list of a board and reports the result as an event. A new request cancels the previous one, so there is at
 * most one at any time.
 */
export function createListRequest(fetchStreams: FetchStreams, onResult: (event: BoardEvent) => void) {
  let running = new AbortController();

  async function fetchList(signal: AbortSignal, delayMs: number): Promise<BoardEvent> {
    try {
      if (delayMs > 0) await delay(delayMs, signal);
      const list = await fetchStreams(signal);
      return { type: 'list-received', list, now: Date.now() };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!signal.aborted) console.error(`Problem retrieving streams, reason: ${reason}`);
      return { type: 'list-failed', now: Date.now() };
    }
  }

  async function start(delayMs: number): Promise<void> {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const result = await fetchList(signal, delayMs);
    if (!signal.aborted) onResult(result);
  }

  return {
    fetchNow: () => void start(0),
    fetchSoon: () => void start(firstPollDelayMs),
    retryLater: () => void start(retryDelayMs),
    pollLater: () => void start(pollIntervalMs),
    stop: () => running.abort(),
  };
}
