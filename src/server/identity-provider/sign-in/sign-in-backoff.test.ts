import { beforeEach, expect, test } from 'vitest';
import { createSignInBackoff, type SignInBackoff } from './sign-in-backoff.ts';

const seconds = 1000;
const minutes = 60 * seconds;
const days = 24 * 60 * minutes;

let time: number;
let backoff: SignInBackoff;

beforeEach(() => {
  time = Date.UTC(2026, 0, 1);
  backoff = createSignInBackoff(() => time);
});

function attempt(account = 'nurse', address = '10.0.0.1'): number {
  return backoff.startAttempt(account, address);
}

/** Returns the wait after the last attempt. */
function fail(times: number, account = 'nurse', address = '10.0.0.1'): number {
  let waitMs = 0;
  for (let count = 0; count < times; count += 1) waitMs = attempt(account, address);
  return waitMs;
}

test('five attempts on an account are allowed at once, the sixth waits 30 s', () => {
  expect(fail(5)).toBe(0);
  expect(attempt()).toBe(30 * seconds);
});

test('each further failure doubles the wait up to 15 minutes', () => {
  fail(5);
  const waits: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const waitMs = attempt();
    waits.push(waitMs);
    time += waitMs;
    expect(attempt()).toBe(0);
  }
  expect(waits.map((waitMs) => waitMs / seconds)).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
});

test('attempts during the wait do not extend it', () => {
  fail(5);
  time += 10 * seconds;
  fail(50);
  expect(attempt()).toBe(20 * seconds);
});

test('a successful sign-in resets the failures of the account, at all addresses', () => {
  for (let count = 0; count < 5; count += 1) attempt('nurse', `bot ${count}`);
  fail(5, 'nurse', 'her desk');
  backoff.recordSuccess('nurse', 'her desk');
  expect(fail(5, 'nurse', 'her desk')).toBe(0);
  expect(attempt('nurse', 'another desk')).toBe(0);
});

test('failures are reset after an hour without an attempt', () => {
  fail(5);
  time += 61 * minutes;
  expect(fail(5)).toBe(0);
});

test('an address that tries many accounts waits for all of them', () => {
  for (let count = 0; count < 20; count += 1) expect(attempt(`name ${count}`, '10.0.0.9')).toBe(0);
  expect(attempt('another', '10.0.0.9')).toBe(30 * seconds);
  expect(attempt('another', '10.0.0.1')).toBe(0);
});

test('a sign-in to the own account of an attacker does not reset the failures of the address', () => {
  for (let count = 0; count < 20; count += 1) {
    attempt(`victim ${count}`, '10.0.0.9');
    if (attempt('own', '10.0.0.9') === 0) backoff.recordSuccess('own', '10.0.0.9');
  }
  expect(attempt('another', '10.0.0.9')).toBe(30 * seconds);
});

test.each([
  ['stays usable', 29, 0],
  ['is blocked too', 31, 30 * seconds],
])(
  'an account attacked from many addresses %s at an address where it signed in %i days ago',
  (_what, daysAgo, waitMs) => {
    attempt('nurse', 'her desk');
    backoff.recordSuccess('nurse', 'her desk');
    time += daysAgo * days;
    for (let count = 0; count < 10; count += 1) expect(attempt('nurse', `bot ${count}`)).toBe(0);
    expect(attempt('nurse', 'another bot')).toBe(30 * seconds);
    expect(attempt('nurse', 'her desk')).toBe(waitMs);
  },
);

test('a flood of blocked attempts does not push other entries out of the memory', () => {
  for (let count = 0; count < 10; count += 1) attempt('nurse', `bot ${count}`);
  for (let count = 0; count < 20; count += 1) attempt(`name ${count}`, '10.0.0.9');
  for (let count = 0; count < 20_000; count += 1) attempt(`flood ${count}`, '10.0.0.9');
  expect(attempt('nurse', 'another bot')).toBe(30 * seconds);
});

test('names that differ only after 100 characters count as one account', () => {
  fail(5, `${'x'.repeat(100)}1`);
  expect(attempt(`${'x'.repeat(100)}2`)).toBe(30 * seconds);
});

test('all addresses of one IPv6 /64 network count as one address', () => {
  const waits = Array.from({ length: 5 }, (_, host) => attempt('nurse', `2001:db8::${host + 1}`));
  expect(waits).toEqual([0, 0, 0, 0, 0]);
  expect(attempt('nurse', '2001:db8::ffff')).toBe(30 * seconds);
  expect(attempt('nurse', '2001:db8:0:1::1')).toBe(0);
});
