/**
 * Tracks the success of a repeated operation, such as writing to the database. Distinguishes a short failure from an
 * outage: failures for so long that boards may show wrong information.
 */

/** Failures for this long are an outage. A restart of the database takes less time. */
const outageAfterMs = 10_000;
/** A failure of an operation that is always retried counts as over when there was no other failure for this long. */
const retriedForgetAfterMs = 30_000;
/**
 * Reports are not retried by the server. While none arrives, an outage lasts until the watchdog stores something: it
 * tries to when the devices have sent nothing for 90 s.
 */
const forgetAfterMs = 120_000;

interface HealthTrackerOptions {
  /** Milliseconds of a clock that never jumps. */
  readonly elapsed: () => number;
  /**
   * Whether a failed attempt is always retried. Then the failure continues until the next attempt. Without retries, a
   * single failure says nothing about the time after it.
   */
  readonly isRetried: boolean;
}

export function createHealthTracker({ elapsed, isRetried }: HealthTrackerOptions) {
  let failingSince: number | undefined;
  let lastFailureAt = -Infinity;

  const isForgotten = () => elapsed() - lastFailureAt > (isRetried ? retriedForgetAfterMs : forgetAfterMs);

  return {
    succeeded: () => {
      failingSince = undefined;
    },
    /** `startedAt` is what `elapsed()` returned when the attempt began: an attempt that takes long to fail counts from its start. */
    failed: (startedAt = elapsed()) => {
      if (failingSince === undefined || isForgotten()) failingSince = startedAt;
      lastFailureAt = elapsed();
    },
    /** The last attempt failed. */
    isFailing: () => failingSince !== undefined && !isForgotten(),
    /** All attempts of the last ten seconds failed. */
    hasOutage: () => {
      const failingUntil = isRetried ? elapsed() : lastFailureAt;
      return failingSince !== undefined && !isForgotten() && failingUntil - failingSince >= outageAfterMs;
    },
  };
}
