/**
 * Tracks the success of a repeated operation, such as writing to the database. Distinguishes a short failure from an
 * outage: failures for so long that boards may show wrong information.
 */

/** After failing for this long, an operation has an outage. A restart of the database takes less time. */
const outageAfterMs = 10_000;
/** A failure of an operation that is always retried counts as over when there was no other failure for this long. */
const retriedForgetAfterMs = 30_000;
/**
 * A failure of an operation that is not retried, such as storing a report, counts as over after this time. When no
 * reports arrive, the watchdog writes after 90 s at the latest, and that write shows whether the outage continues.
 */
const forgetAfterMs = 120_000;

interface HealthTrackerOptions {
  /** Milliseconds of a clock that never jumps. */
  readonly elapsed: () => number;
  /**
   * Whether each failed attempt is followed by another one. If so, the failure lasts until the next attempt. If not,
   * one failure does not show that the operation still fails.
   */
  readonly isRetried: boolean;
}

export type HealthTracker = ReturnType<typeof createHealthTracker>;

export function createHealthTracker({ elapsed, isRetried }: HealthTrackerOptions) {
  let failingSince: number | undefined;
  let lastFailureAt = -Infinity;

  const isForgotten = () => elapsed() - lastFailureAt > (isRetried ? retriedForgetAfterMs : forgetAfterMs);

  return {
    succeeded: () => {
      failingSince = undefined;
    },
    /** Records a failed attempt. `startedAt`: `elapsed()` when it began, because an outage counts from that moment. */
    failed: (startedAt = elapsed()) => {
      if (failingSince === undefined || isForgotten()) failingSince = startedAt;
      lastFailureAt = elapsed();
    },
    /** Whether the last attempt failed. */
    isFailing: () => failingSince !== undefined && !isForgotten(),
    /** Whether all attempts of the last ten seconds failed. */
    hasOutage: () => {
      const failingUntil = isRetried ? elapsed() : lastFailureAt;
      return failingSince !== undefined && !isForgotten() && failingUntil - failingSince >= outageAfterMs;
    },
  };
}
