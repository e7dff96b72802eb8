/**
 * Rate limit per device key: a token bucket with one token per report, refilled at a constant rate. Every server
 * process has its own buckets, so a key that reports to two processes may send twice its rate. The limit protects the
 * server from floods; it is not a quota.
 */
import type { DeviceCaller } from '../../http/api-server.ts';

/** Reports per second. */
export const defaultRatePerSecond = 200;

/** The capacity of a bucket, as seconds of its refill rate. */
const burstSeconds = 10;

type RateLimited = Pick<DeviceCaller, 'keyId' | 'ratePerSecond'>;

export type TokenBuckets = ReturnType<typeof createTokenBuckets>;

interface Bucket {
  readonly tokens: number;
  /** The time at which `tokens` was computed, in milliseconds of the monotonic clock. */
  readonly at: number;
  readonly rate: number;
}

/** `elapsed` returns milliseconds of a monotonic clock. */
export function createTokenBuckets(elapsed: () => number = () => performance.now()) {
  const buckets = new Map<string, Bucket>();

  function refilled({ keyId, ratePerSecond }: RateLimited): Bucket {
    const rate = ratePerSecond ?? defaultRatePerSecond;
    const capacity = rate * burstSeconds;
    const now = elapsed();
    const { tokens, at } = buckets.get(keyId) ?? { tokens: capacity, at: now };
    return { rate, tokens: Math.min(capacity, tokens + ((now - at) / 1000) * rate), at: now };
  }

  return {
    /** Milliseconds until the key may report again; 0 when it may report now. */
    waitMs: (caller: RateLimited): number => {
      const { tokens, rate } = refilled(caller);
      return tokens >= 1 ? 0 : ((1 - tokens) / rate) * 1000;
    },
    /**
     * Takes tokens. A bucket may go below zero: a list is accepted as a whole while at least one token is left, and the
     * key then waits until the debt is refilled.
     */
    consume: (caller: RateLimited, count: number): void => {
      const bucket = refilled(caller);
      buckets.set(caller.keyId, { ...bucket, tokens: bucket.tokens - count });
    },
  };
}
