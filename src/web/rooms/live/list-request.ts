import type { Stream } from '../../../domain/stream.ts';
import { createTimer } from './timer.ts';
import type { WardEvent } from './state-machine/ward-events.ts';

interface ListRequestOptions {
  readonly fetchStreams: (signal: AbortSignal) => Promise<readonly Stream[]>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const retryDelayMs = 5_000;

/** Fetches the list of a ward and reports the result as an event. A new start replaces a running request. */
export function createListRequest({ fetchStreams, now }: ListRequestOptions, onResult: (event: WardEvent) => void) {
  let running = new AbortController();
  const retry = createTimer();

  async function run(signal: AbortSignal): Promise<WardEvent> {
    try {
      const streams = await fetchStreams(signal);
      return { type: 'list-received', streams, now: now() };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!signal.aborted) console.error(`Problem retrieving streams, reason: ${reason}`);
      return { type: 'list-failed' };
    }
  }

  async function start(): Promise<void> {
    stop();
    running = new AbortController();
    const { signal } = running;
    const result = await run(signal);
    if (!signal.aborted) onResult(result);
  }

  function stop(): void {
    retry.stop();
    running.abort();
  }

  return { start: () => void start(), retryLater: () => retry.start(() => void start(), retryDelayMs), stop };
}
