import { expect, test } from 'vitest';
import { createTakeoverRule, defaultLeaseTimes } from './reader-lease.ts';

const row = (beat: number, holder = 'other') => ({ clientId: 'room-status', holder, beat });
const createRule = () => createTakeoverRule({ takeoverAfterMs: 20 });

test('a lease is taken over when its beat has been the same for the takeover time, and not before', () => {
  const mayTakeOver = createRule();
  expect([0, 5, 19, 20].map((now) => mayTakeOver(row(1), now))).toEqual([false, false, false, true]);
});

test('a lease whose beat rises is never taken over', () => {
  const mayTakeOver = createRule();
  expect([0, 15, 30, 45].map((now) => mayTakeOver(row(now), now))).toEqual([false, false, false, false]);
});

test('a new holder with the same beat has the whole takeover time', () => {
  const mayTakeOver = createRule();
  expect([0, 15].map((now) => mayTakeOver(row(1), now))).toEqual([false, false]);
  expect([20, 39, 40].map((now) => mayTakeOver(row(1, 'third'), now))).toEqual([false, false, true]);
});

test('a lease that nobody holds is taken at once', () => {
  expect(createRule()(row(1, ''), 0)).toBe(true);
});

test('a lease ends for its holder before another process may take it over', () => {
  const { renewIntervalMs, validMs, takeoverAfterMs } = defaultLeaseTimes;
  expect(renewIntervalMs * 3).toBeLessThan(validMs);
  expect(validMs).toBeLessThan(takeoverAfterMs);
});
