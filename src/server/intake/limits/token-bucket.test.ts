import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTokenBuckets, defaultRatePerSecond } from './token-bucket.ts';

const gateway = { keyId: 'gateway', ratePerSecond: null };

test('a device key may send a burst of ten times its rate per second, and then no more than its rate', () => {
  let now = 0;
  const buckets = createTokenBuckets(() => now);
  buckets.consume(gateway, defaultRatePerSecond * 10 - 1);
  expect(buckets.waitMs(gateway)).toBe(0);
  buckets.consume(gateway, 1);
  expect(buckets.waitMs(gateway)).toBe(5);
  now += 5;
  expect(buckets.waitMs(gateway)).toBe(0);
  buckets.consume(gateway, 401);
  expect(buckets.waitMs(gateway)).toBeCloseTo(2_005);
});

test('a device key that waits for its tokens never sends more than its rate plus one burst', () => {
  const lists = fc.array(fc.tuple(fc.integer({ min: 1, max: 1_000 }), fc.nat(5_000)), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(lists, fc.integer({ min: 1, max: 1_000 }), (sent, ratePerSecond) => {
      let now = 0;
      let accepted = 0;
      const caller = { keyId: 'a', ratePerSecond };
      const buckets = createTokenBuckets(() => now);
      for (const [count, pause] of sent) {
        now += pause;
        if (buckets.waitMs(caller) > 0) now += buckets.waitMs(caller) + 0.001;
        expect(buckets.waitMs(caller)).toBe(0);
        // The rate is compared before the list is added, because a list is accepted whole while one token is left.
        expect(accepted).toBeLessThanOrEqual(ratePerSecond * (10 + now / 1000));
        buckets.consume(caller, count);
        accepted += count;
      }
    }),
  );
});
