/** Notices that a connection has fallen silent: a path that is silently cut gives no error of its own. */

export interface IdleTimeoutOptions {
  readonly delayedAfterMs: number;
  readonly lostAfterMs: number;
  readonly onDelayed: () => void;
  readonly onTimeout: () => void;
}

const checkEveryMs = 1_000;

/** Watches from now on. `reset` starts the time anew; nothing is called after `stop`. */
export function startIdleTimeout(options: IdleTimeoutOptions): { reset(): void; stop(): void } {
  let mark = readClocks();
  let isDelayed = false;
  const timer = setInterval(() => {
    const quietMs = elapsedSince(mark);
    if (quietMs >= options.lostAfterMs) options.onTimeout();
    else if (quietMs >= options.delayedAfterMs && !isDelayed) {
      isDelayed = true;
      options.onDelayed();
    }
  }, checkEveryMs);
  return {
    reset: () => {
      mark = readClocks();
      isDelayed = false;
    },
    stop: () => clearInterval(timer),
  };
}

// NOTE: one clock alone misleads. The steady one stands still while a tablet sleeps, the wall clock
// can be set back; the larger of the two differences is never too small.
function readClocks(): { steady: number; wall: number } {
  return { steady: performance.now(), wall: Date.now() };
}

function elapsedSince(mark: { steady: number; wall: number }): number {
  return Math.max(performance.now() - mark.steady, Date.now() - mark.wall);
}
