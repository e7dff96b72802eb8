/** The delay between attempts at an unreachable service: 1 s, doubled after each failure, at most 8 s. */
const firstDelayMs = 1_000;
const maxDelayMs = 8_000;

export function createRetryBackoff() {
  let failures = 0;
  let last: { readonly error: Error; readonly until: number } | undefined;

  /** The time until the next attempt is due, in milliseconds. */
  function remainingMs(): number {
    const leftMs = last === undefined ? 0 : last.until - Date.now();
    // NOTE: after the clock was set back, the remaining time is too long. It is ignored, so that attempts continue.
    return leftMs > 0 && leftMs <= maxDelayMs ? leftMs : 0;
  }

  return {
    remainingMs,
    /** Counts a failed attempt. Returns the time until the next attempt, in milliseconds. */
    fail: (error: unknown): number => {
      const delayMs = Math.min(maxDelayMs, firstDelayMs * 2 ** failures);
      failures += 1;
      last = { error: error instanceof Error ? error : new Error(String(error)), until: Date.now() + delayMs };
      return delayMs;
    },
    /** The error of the last attempt. Undefined when the next attempt is due. */
    recentFailure: (): Error | undefined => (remainingMs() > 0 ? last?.error : undefined),
    reset: (): void => {
      failures = 0;
      last = undefined;
    },
  };
}
