import { beforeEach, expect, test } from 'vitest';
import { createSignInBackoff, type SignInBackoff } from './sign-in-backoff.ts';

const seconds = 1000;
const minutes = 60 * seconds;

let time: number;
let backoff: SignInBackoff;

beforeEach(() => {
  time = Date.UTC(2026, 0, 1);
  backoff = createSignInBackoff(() => time);
});

function attempt(account = 'nurse', address = '10.0.0.1'): number {
  return backoff.startAttempt({ account, address, knownBrowser: undefined });
}

function attemptOnBrowser(knownBrowser: string, account = 'nurse'): number {
  return backoff.startAttempt({ account, address: '10.0.0.1', knownBrowser });
}

function succeed(account: string, address: string): void {
  backoff.recordSuccess({ account, address, knownBrowser: undefined });
}

/** Makes failed attempts to sign in. Returns the wait of the last attempt in milliseconds, or 0. */
function fail(times: number, account = 'nurse', address = '10.0.0.1'): number {
  let waitMs = 0;
  for (let count = 0; count < times; count += 1) waitMs = attempt(account, address);
  return waitMs;
}

test('five attempts to sign in to an account are allowed at once, and the sixth has to wait 30 s', () => {
  expect(fail(5)).toBe(0);
  expect(attempt()).toBe(30 * seconds);
});

test('each failed sign-in after the fifth doubles the wait, up to 15 minutes', () => {
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

test('attempts to sign in during the wait do not extend the wait', () => {
  fail(5);
  time += 10 * seconds;
  fail(50);
  expect(attempt()).toBe(20 * seconds);
});

test('a successful sign-in resets the failures of the account, at all addresses', () => {
  for (let count = 0; count < 5; count += 1) attempt('nurse', `bot ${count}`);
  fail(5, 'nurse', 'her desk');
  succeed('nurse', 'her desk');
  expect(fail(5, 'nurse', 'her desk')).toBe(0);
  expect(attempt('nurse', 'another desk')).toBe(0);
});

test('failed sign-ins no longer count after an hour without an attempt', () => {
  fail(5);
  time += 61 * minutes;
  expect(fail(5)).toBe(0);
});

test('an address with 20 failed sign-ins to different accounts has to wait before a sign-in to any account', () => {
  for (let count = 0; count < 20; count += 1) expect(attempt(`name ${count}`, '10.0.0.9')).toBe(0);
  expect(attempt('another', '10.0.0.9')).toBe(30 * seconds);
  expect(attempt('another', '10.0.0.1')).toBe(0);
});

test('an attacker who signs in to their own account does not reset the failures of the address', () => {
  for (let count = 0; count < 20; count += 1) {
    attempt(`victim ${count}`, '10.0.0.9');
    if (attempt('own', '10.0.0.9') === 0) succeed('own', '10.0.0.9');
  }
  expect(attempt('another', '10.0.0.9')).toBe(30 * seconds);
});

test('an account that attackers have blocked can still be used on a known browser, even from a blocked address', () => {
  for (let count = 0; count < 10; count += 1) attempt('nurse', `bot ${count}`);
  for (let count = 0; count < 20; count += 1) attempt(`name ${count}`);
  expect([attempt('nurse', 'another bot'), attempt('another')]).toEqual([30 * seconds, 30 * seconds]);
  expect(attemptOnBrowser('her desk')).toBe(0);
});

test('after five wrong passwords on a known browser only this browser waits 30 s, and a successful sign-in resets its failures', () => {
  for (let count = 0; count < 5; count += 1) expect(attemptOnBrowser('her desk')).toBe(0);
  expect(attemptOnBrowser('her desk')).toBe(30 * seconds);
  expect([attemptOnBrowser('her phone'), attempt()]).toEqual([0, 0]);
  time += 30 * seconds;
  expect(attemptOnBrowser('her desk')).toBe(0);
  backoff.recordSuccess({ account: 'nurse', address: '10.0.0.1', knownBrowser: 'her desk' });
  for (let count = 0; count < 5; count += 1) expect(attemptOnBrowser('her desk')).toBe(0);
});

test('20,000 blocked sign-in attempts from one address do not evict the failures of a blocked account', () => {
  for (let count = 0; count < 10; count += 1) attempt('nurse', `bot ${count}`);
  for (let count = 0; count < 20; count += 1) attempt(`name ${count}`, '10.0.0.9');
  for (let count = 0; count < 20_000; count += 1) attempt(`flood ${count}`, '10.0.0.9');
  expect(attempt('nurse', 'another bot')).toBe(30 * seconds);
});

test('usernames that differ only after 100 characters share one count of failed sign-ins', () => {
  fail(5, `${'x'.repeat(100)}1`);
  expect(attempt(`${'x'.repeat(100)}2`)).toBe(30 * seconds);
});

test('failed sign-ins from all addresses of one IPv6 /64 network are counted together', () => {
  const waits = Array.from({ length: 5 }, (_, host) => attempt('nurse', `2001:db8::${host + 1}`));
  expect(waits).toEqual([0, 0, 0, 0, 0]);
  expect(attempt('nurse', '2001:db8::ffff')).toBe(30 * seconds);
  expect(attempt('nurse', '2001:db8:0:1::1')).toBe(0);
});

test.each([
  ['/56', 40, (index: number) => `2001:db8:0:${(index % 256).toString(16)}::1`, '2001:db8:0:100::1'],
  ['/48', 80, (index: number) => `2001:db8:0:${index.toString(16)}00::1`, '2001:db8:1::1'],
])('the addresses of an IPv6 %s network may fail to sign in %i times in total', (_size, limit, addressOf, other) => {
  for (let index = 0; index < limit; index += 1) expect(attempt(`name ${index}`, addressOf(index))).toBe(0);
  expect(attempt('another', addressOf(limit))).toBe(30 * seconds);
  expect(attempt('another', other)).toBe(0);
});
