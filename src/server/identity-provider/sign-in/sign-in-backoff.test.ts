import { beforeEach, expect, test } from 'vitest';
import { createSignInBackoff, type SignInBackoff } from './sign-in-backoff.ts';

const seconds = 1000;
const minutes = 60 * seconds;

let time: number;
let limit: SignInBackoff;

beforeEach(() => {
  time = Date.UTC(2026, 0, 1);
  limit = createSignInBackoff(() => time);
});

function fail(times: number, account = 'nurse', address = '10.0.0.1'): number {
  let wait = 0;
  for (let count = 0; count < times; count += 1) wait = limit.attempt(account, address);
  return wait;
}

test('five wrong passwords are free, the sixth try has to wait', () => {
  expect(fail(5)).toBe(0);
  expect(limit.attempt('nurse', '10.0.0.1')).toBe(30 * seconds);
});

test('each further failure doubles the wait, up to a quarter of an hour and no more', () => {
  fail(5);
  const waits: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const wait = limit.attempt('nurse', '10.0.0.1');
    waits.push(wait);
    time += wait;
    expect(limit.attempt('nurse', '10.0.0.1')).toBe(0);
  }
  expect(waits.map((wait) => wait / seconds)).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
});

test('trying while one has to wait does not make it longer', () => {
  fail(5);
  time += 10 * seconds;
  fail(50);
  expect(limit.attempt('nurse', '10.0.0.1')).toBe(20 * seconds);
});

test('the right password ends the count', () => {
  fail(4);
  limit.attempt('nurse', '10.0.0.1');
  limit.succeeded('nurse', '10.0.0.1');
  expect(fail(5)).toBe(0);
});

test('a hundred at once are not all free', () => {
  const waits = Array.from({ length: 100 }, () => limit.attempt('nurse', '10.0.0.1'));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
});

test('an address that tries many accounts has to wait for all of them', () => {
  for (let count = 0; count < 20; count += 1) expect(limit.attempt(`name ${count}`, '10.0.0.9')).toBe(0);
  expect(limit.attempt('another', '10.0.0.9')).toBe(30 * seconds);
  expect(limit.attempt('another', '10.0.0.1')).toBe(0);
});

test('an own account does not wash an address clean', () => {
  for (let count = 0; count < 20; count += 1) {
    limit.attempt(`victim ${count}`, '10.0.0.9');
    if (limit.attempt('own', '10.0.0.9') === 0) limit.succeeded('own', '10.0.0.9');
  }
  expect(limit.attempt('another', '10.0.0.9')).toBe(30 * seconds);
});

test('an account that is tried from many addresses has to wait, but not where its owner is known', () => {
  limit.attempt('nurse', 'her desk');
  limit.succeeded('nurse', 'her desk');
  for (let count = 0; count < 10; count += 1) expect(limit.attempt('nurse', `bot ${count}`)).toBe(0);
  expect(limit.attempt('nurse', 'another bot')).toBe(30 * seconds);
  expect(limit.attempt('nurse', 'her desk')).toBe(0);
});

test('whoever has to wait cannot make what is known of others forgotten', () => {
  for (let count = 0; count < 10; count += 1) limit.attempt('nurse', `bot ${count}`);
  for (let count = 0; count < 20; count += 1) limit.attempt(`name ${count}`, '10.0.0.9');
  for (let count = 0; count < 20_000; count += 1) limit.attempt(`flood ${count}`, '10.0.0.9');
  expect(limit.attempt('nurse', 'another bot')).toBe(30 * seconds);
});

test('a name as long as the form takes counts by its beginning', () => {
  fail(5, `${'x'.repeat(100)}1`);
  expect(limit.attempt(`${'x'.repeat(100)}2`, '10.0.0.1')).toBe(30 * seconds);
});

test('after an hour of rest all is forgotten', () => {
  fail(5);
  time += 61 * minutes;
  expect(fail(5)).toBe(0);
});

test('whoever has a network of IPv6 addresses does not get free tries with each of them', () => {
  const tries = Array.from({ length: 5 }, (_, host) => limit.attempt('nurse', `2001:db8::${host + 1}`));
  expect(tries).toEqual([0, 0, 0, 0, 0]);
  expect(limit.attempt('nurse', '2001:db8::ffff')).toBe(30 * seconds);
  expect(limit.attempt('nurse', '2001:db8:0:1::1')).toBe(0);
});
