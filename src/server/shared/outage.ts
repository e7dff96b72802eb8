/** Tells a hiccup from an outage: of what is done again and again, whether it has failed for so long that boards may be wrong. */
export interface OutageTracker {
  worked(): void;
  /** `began`: when that attempt did, which may have waited long for its failure; milliseconds of the same clock. */
  failed(began?: number): void;
  /** It failed at last, be it for a moment. */
  isPresent(): boolean;
  /** It has failed for ten seconds, and not worked since. */
  isLasting(): boolean;
}

/** As long as a restart of a database takes. Milliseconds. */
const lastingMs = 10_000;
/** When nobody has tried for so long it is not known any more. Milliseconds. */
const forgottenMs = 30_000;

export interface OutageTrackerOptions {
  /** Milliseconds that never jump. */
  readonly elapsed: () => number;
  /**
   * Whether it is done over and over until it works, so that the trouble goes on between two attempts. Of what
   * is done when somebody asks for it, a lone failure tells nothing about the time after it.
   */
  readonly isTriedUntilItWorks: boolean;
}

export function trackOutage({ elapsed, isTriedUntilItWorks }: OutageTrackerOptions): OutageTracker {
  let since: number | undefined;
  let last = -Infinity;

  const isForgotten = () => elapsed() - last > forgottenMs;

  return {
    worked: () => {
      since = undefined;
    },
    failed: (began = elapsed()) => {
      if (since === undefined || isForgotten()) since = began;
      last = elapsed();
    },
    isPresent: () => since !== undefined && !isForgotten(),
    isLasting: () => {
      const known = isTriedUntilItWorks ? elapsed() : last;
      return since !== undefined && !isForgotten() && known - since >= lastingMs;
    },
  };
}
