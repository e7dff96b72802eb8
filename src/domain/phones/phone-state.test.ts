import { expect, test } from 'vitest';
import { checkIntervalMs, checkTimeoutMs, isCheckDue, type PhoneFacts, phoneStateOf } from './phone-state.ts';

const never: PhoneFacts = { goneAt: null, testedAt: null, repeatedAt: null, receivedAt: null, isShown: null };

test('a phone works from the first message that arrives until a test stays away for a day', () => {
  const testedAt = 1_000;
  expect(phoneStateOf(never, testedAt)).toBe('new');
  expect(phoneStateOf({ ...never, testedAt }, testedAt + checkTimeoutMs)).toBe('new');
  expect(phoneStateOf({ ...never, testedAt }, testedAt + checkTimeoutMs + 1)).toBe('stopped');
  const arrived = { ...never, testedAt, receivedAt: testedAt };
  expect(phoneStateOf(arrived, testedAt + 10 * checkTimeoutMs)).toBe('works');
  const missed = { ...arrived, testedAt: testedAt + checkIntervalMs };
  expect(phoneStateOf(missed, missed.testedAt + checkTimeoutMs)).toBe('works');
  expect(phoneStateOf(missed, missed.testedAt + checkTimeoutMs + 1)).toBe('stopped');
});

test('a phone has stopped when its push service does not know it, or its owner has not seen the test', () => {
  const arrived = { ...never, testedAt: 1, receivedAt: 1 };
  expect(phoneStateOf({ ...arrived, goneAt: 2 }, 3)).toBe('stopped');
  expect(phoneStateOf({ ...arrived, isShown: false }, 3)).toBe('stopped');
  expect(phoneStateOf({ ...arrived, isShown: true }, 3)).toBe('works');
});

test('a phone is checked a week after its last message, and each day while a check stays away', () => {
  const receivedAt = 5_000;
  const arrived = { ...never, testedAt: 1_000, receivedAt };
  expect(isCheckDue(arrived, receivedAt + checkIntervalMs - 1)).toBe(false);
  expect(isCheckDue(arrived, receivedAt + checkIntervalMs)).toBe(true);
  expect(isCheckDue({ ...arrived, goneAt: 1 }, receivedAt + checkIntervalMs)).toBe(false);
  const missed = { ...arrived, testedAt: 10_000 };
  expect(isCheckDue(missed, 10_000 + checkTimeoutMs - 1)).toBe(false);
  expect(isCheckDue(missed, 10_000 + checkTimeoutMs)).toBe(true);
  const repeated = { ...missed, repeatedAt: 10_000 + checkTimeoutMs };
  expect(isCheckDue(repeated, repeated.repeatedAt + checkTimeoutMs - 1)).toBe(false);
  expect(isCheckDue(repeated, repeated.repeatedAt + checkTimeoutMs)).toBe(true);
  expect(phoneStateOf(repeated, repeated.repeatedAt + 1)).toBe('stopped');
});
