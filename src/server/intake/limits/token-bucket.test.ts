import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTokenBuckets, defaultRatePerSecond } from './token-bucket.ts';

const usual = { keyId: 'a', ratePerSecond: null };

test('a burst of ten seconds is taken at once, then as much as the rate allows', () => {
  let now = 0;
  const limits = createTokenBuckets(() => now);
  limits.consume(usual, defaultRatePerSecond * 10);
  expect(limits.waitMs(usual)).toBe(5);
  now += 5;
  expect(limits.waitMs(usual)).toBe(0);
  limits.consume(usual, 401);
  expect(limits.waitMs(usual)).toBeCloseTo(2_005);
});

test('each key has its own limit, and its own rate where it has one', () => {
  const limits = createTokenBuckets(() => 0);
  const slow = { keyId: 'slow', ratePerSecond: 1 };
  limits.consume(slow, 1_000);
  expect(limits.waitMs(slow)).toBe(991_000);
  expect(limits.waitMs(usual)).toBe(0);
});

test('whoever waits as told gets the rate and one burst, never more', () => {
  const lists = fc.array(fc.tuple(fc.integer({ min: 1, max: 1_000 }), fc.nat(5_000)), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(lists, fc.integer({ min: 1, max: 1_000 }), (sent, ratePerSecond) => {
      let now = 0;
      let taken = 0;
      const caller = { keyId: 'a', ratePerSecond };
      const limits = createTokenBuckets(() => now);
      for (const [reports, pause] of sent) {
        now += pause;
        if (limits.waitMs(caller) > 0) now += limits.waitMs(caller) + 0.001;
        expect(limits.waitMs(caller)).toBe(0);
        // Of the list that is taken last, all but one report may go beyond.
        expect(taken).toBeLessThanOrEqual(ratePerSecond * (10 + now / 1000));
        limits.consume(caller, reports);
        taken += reports;
      }
    }),
  );
});
