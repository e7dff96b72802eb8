import { gracePeriodMs } from './live-board.ts';

/**
 * A server that ends its connections on purpose is usually restarting, and back within this time. After a broken
 * connection there is no such wait.
 */
export const restartTimeoutMs = 10_000;

/**
 * The time after an announced end of the connection in which the board still shows `live`. It goes on while the
 * connection is open again and its list has not arrived. A board that starts with older cached rooms is `connecting` for
 * the same time.
 */
export class GracePeriod {
  /** The time of the last byte before the end, in epoch milliseconds. Undefined: there is no grace period. */
  interruptedAt: number | undefined;
  readonly #onOver: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onOver: () => void) {
    this.#onOver = onOver;
  }

  start(interruptedAt: number): void {
    this.interruptedAt = interruptedAt;
    this.#timer = setTimeout(this.#onOver, gracePeriodMs);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.interruptedAt = undefined;
  }
}
