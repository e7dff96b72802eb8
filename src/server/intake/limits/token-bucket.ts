/**
 * How much is taken from one key: a bucket of tokens, one for each report, that fills steadily. Each
 * server process has its own, so that two take twice as much; it is against floods, not for accounts.
 */
import type { DeviceCaller } from '../../http/api-server.ts';

/** Reports a second in the long run. */
export const defaultRatePerSecond = 200;

/** What may come at once: as much as in this time. Seconds. */
const burstSeconds = 10;

/** Full buckets are forgotten when there are more than this. */
const maxBuckets = 10_000;

type Limited = Pick<DeviceCaller, 'keyId' | 'ratePerSecond'>;

export interface TokenBuckets {
  /** How long to wait until something is taken from this key again; 0: no time. Milliseconds. */
  waitMs(caller: Limited): number;
  /**
   * Counts what was taken. A bucket may go below empty: a list is taken as a whole as soon as there is
   * anything left, and what follows waits the longer.
   */
  consume(caller: Limited, count: number): void;
}

interface Bucket {
  readonly tokens: number;
  readonly at: number;
  readonly rate: number;
}

/** `elapsed`: milliseconds of a clock that is never set. */
export function createTokenBuckets(elapsed: () => number = () => performance.now()): TokenBuckets {
  const buckets = new Map<string, Bucket>();

  function bucketOf({ keyId, ratePerSecond }: Limited): Bucket {
    const rate = ratePerSecond ?? defaultRatePerSecond;
    const now = elapsed();
    const { tokens, at } = buckets.get(keyId) ?? { tokens: rate * burstSeconds, at: now };
    return { rate, tokens: Math.min(rate * burstSeconds, tokens + ((now - at) / 1000) * rate), at: now };
  }

  /** Those that have filled up since are the same as none. */
  function forgetFull(): void {
    const now = elapsed();
    for (const [keyId, { tokens, at, rate }] of buckets) {
      if (tokens + ((now - at) / 1000) * rate >= rate * burstSeconds) buckets.delete(keyId);
    }
  }

  return {
    waitMs: (caller) => {
      const { tokens, rate } = bucketOf(caller);
      return tokens >= 1 ? 0 : ((1 - tokens) / rate) * 1000;
    },
    consume: (caller, count) => {
      const bucket = bucketOf(caller);
      if (buckets.size >= maxBuckets && !buckets.has(caller.keyId)) forgetFull();
      buckets.set(caller.keyId, { ...bucket, tokens: bucket.tokens - count });
    },
  };
}
