import { delayedAfterMs, lostAfterMs } from '../../contract/board/live-events.ts';
import { delay } from '../shared/delay.ts';
import { startIdleTimeout } from '../shared/idle-timeout.ts';
import type { RoomList } from './board-place.ts';

/** The delay before the first list is fetched after the connection was lost. Most connections are back sooner. */
const firstPollDelayMs = 2_000;
const retryDelayMs = 5_000;
const pollIntervalMs = 15_000;

export interface ListRequestOptions {
  readonly fetchStreams: (signal: AbortSignal) => Promise<RoomList>;
  readonly onList: (list: RoomList) => void;
  readonly onFailure: () => void;
  /** Called when the last received list is 30 s old. */
  readonly onOverdue: () => void;
}

/** Fetches the list of a board. A new request cancels the previous one, so there is at most one at any time. */
export class ListRequest {
  readonly #options: ListRequestOptions;
  /**
   * A separate timer for the age of the list, because a request can take long without failing, and a tablet can sleep
   * between two requests.
   */
  readonly #age: ReturnType<typeof startIdleTimeout>;
  #running = new AbortController();

  constructor(options: ListRequestOptions) {
    this.#options = options;
    this.#age = startIdleTimeout({
      delayedAfterMs,
      lostAfterMs,
      onDelayed: () => undefined,
      onTimeout: options.onOverdue,
    });
  }

  fetchNow(): void {
    this.#fetchAfter(0);
  }

  fetchSoon(): void {
    this.#fetchAfter(firstPollDelayMs);
  }

  retryLater(): void {
    this.#fetchAfter(retryDelayMs);
  }

  pollLater(): void {
    this.#fetchAfter(pollIntervalMs);
  }

  stop(): void {
    this.#running.abort();
    this.#age.stop();
  }

  #fetchAfter(delayMs: number): void {
    this.#running.abort();
    this.#running = new AbortController();
    void this.#fetch(delayMs, this.#running.signal);
  }

  async #fetch(delayMs: number, signal: AbortSignal): Promise<void> {
    let list: RoomList;
    try {
      if (delayMs > 0) await delay(delayMs, signal);
      list = await this.#options.fetchStreams(signal);
    } catch (error) {
      if (signal.aborted) return;
      console.error(`Problem retrieving streams, reason: ${error instanceof Error ? error.message : String(error)}`);
      return this.#options.onFailure();
    }
    if (signal.aborted) return;
    this.#age.reset();
    this.#options.onList(list);
  }
}
