/** Staff cannot tell more chimes per second apart. */
const minIntervalMs = 1_000;

/**
 * Limits the chimes to one a second. Chimes that are asked for within that second are merged into one at its end, so
 * that a notification after a chime is never without a sound.
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
    },
  };
}
