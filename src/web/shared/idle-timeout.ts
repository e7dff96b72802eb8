/** Detects a connection that receives nothing for a while, because a broken network path gives no error. */

interface IdleTimeoutOptions {
  readonly delayedAfterMs: number;
  readonly lostAfterMs: number;
  /** Called when nothing has arrived for a while, at most once between two calls of `reset`. */
  readonly onDelayed: () => void;
  readonly onTimeout: () => void;
}

const checkIntervalMs = 1_000;

interface IdleTimeout {
  /** Starts the timeout again. */
  reset(): void;
  /** Calls `onTimeout` when the time is over. A page that was frozen may receive data before its timer runs. */
  check(): void;
  /** No callback is called after this call. */
  stop(): void;
}

export function startIdleTimeout(options: IdleTimeoutOptions): IdleTimeout {
  let last = { monotonic: performance.now(), wall: Date.now() };
  let isDelayed = false;
  function check(): void {
    // NOTE: one clock is not enough. The monotonic clock stops while a tablet sleeps, and the wall clock can be set
    // back. The larger of the two measured times is never shorter than the real one.
    const idleMs = Math.max(performance.now() - last.monotonic, Date.now() - last.wall);
    if (idleMs >= options.lostAfterMs) options.onTimeout();
    else if (idleMs >= options.delayedAfterMs && !isDelayed) {
      isDelayed = true;
      options.onDelayed();
    }
  }
  const timer = setInterval(check, checkIntervalMs);
  return {
    check,
    reset: () => {
      last = { monotonic: performance.now(), wall: Date.now() };
      isDelayed = false;
    },
    stop: () => clearInterval(timer),
  };
}
