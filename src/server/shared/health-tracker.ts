/**
 * Tracks whether something that the server does repeatedly fails, such as writing to the database. Tells one failure
 * from an outage, which lasts so long that boards may show wrong information.
 */
export interface HealthTracker {
  succeeded(): void;
  /** `startedAt`: when the failed attempt began, on the clock of `elapsed`. An attempt may wait long before it fails. */
  failed(startedAt?: number): void;
  /** The last attempt failed. */
  isFailing(): boolean;
  /** All attempts of the last ten seconds failed. */
  hasOutage(): boolean;
}

/** A restart of the database takes less than this. */
const outageAfterMs = 10_000;
/** Without an attempt for this long, the state counts as healthy, because nobody knows it. */
const forgetAfterMs = 30_000;

export interface HealthTrackerOptions {
  /** Milliseconds of a clock that never jumps. */
  readonly elapsed: () => number;
  /**
   * Whether a failed attempt is always retried. Then the failure continues until the next attempt. Without retries, a
   * single failure says nothing about the time after it.
   */
  readonly isRetried: boolean;
}

export function createHealthTracker({ elapsed, isRetried }: HealthTrackerOptions): HealthTracker {
  let failingSince: number | undefined;
  let lastFailureAt = -Infinity;

  const isForgotten = () => elapsed() - lastFailureAt > forgetAfterMs;

  return {
    succeeded: () => {
      failingSince = undefined;
    },
    failed: (startedAt = elapsed()) => {
      if (failingSince === undefined || isForgotten()) failingSince = startedAt;
      lastFailureAt = elapsed();
    },
    isFailing: () => failingSince !== undefined && !isForgotten(),
    hasOutage: () => {
      const failingUntil = isRetried ? elapsed() : lastFailureAt;
      return failingSince !== undefined && !isForgotten() && failingUntil - failingSince >= outageAfterMs;
    },
  };
}
