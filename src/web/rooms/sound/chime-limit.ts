/** Staff cannot distinguish more than one chime per second. */
const minIntervalMs = 1_000;

/**
 * Limits the chimes to one a second. Requests within that second are merged into one chime at its end, so that every
 * notification is followed by a sound.
 */
export function createChimeLimit(chime: () => void) {
  let lastAt = Number.NEGATIVE_INFINITY;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  function chimeNow(): void {
    waiting = undefined;
    lastAt = performance.now();
    chime();
  }

  return {
    request: () => {
      if (waiting !== undefined) return;
      const waitMs = lastAt + minIntervalMs - performance.now();
      if (waitMs > 0) waiting = setTimeout(chimeNow, waitMs);
      else chimeNow();
    },
    stop: () => {
      clearTimeout(waiting);
      waiting = undefined;
      lastAt = Number.NEGATIVE_INFINITY;
    },
  };
}
