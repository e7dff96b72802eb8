import { beforeEach, expect, test } from 'vitest';
import { createPasswordQueue, maxWaitingChecks, type PasswordQueue } from './password-queue.ts';

let queue: PasswordQueue;
let started: string[];
/** Lets the running password check finish. */
let finish: () => Promise<void>;

beforeEach(() => {
  queue = createPasswordQueue();
  started = [];
});

function check(name: string, isKnownBrowser = false, isAbandoned = () => false) {
  return queue.run({ isKnownBrowser, isAbandoned }, () => {
    started.push(name);
    const running = Promise.withResolvers<string>();
    finish = async () => {
      running.resolve(name);
      await new Promise((resolve) => setImmediate(resolve));
    };
    return running.promise;
  });
}

test('password checks run one at a time, in the order of their arrival', async () => {
  const results = Promise.all([check('first'), check('second'), check('third')]);
  expect(started).toEqual(['first']);
  await finish();
  expect(started).toEqual(['first', 'second']);
  await finish();
  await finish();
  expect(await results).toEqual(['first', 'second', 'third']);
});

test('the password check of a known browser runs before those of unknown browsers', async () => {
  for (const name of ['running', 'unknown 1', 'unknown 2']) void check(name);
  void check('nurse', true);
  for (let count = 0; count < 3; count += 1) await finish();
  expect(started).toEqual(['running', 'nurse', 'unknown 1', 'unknown 2']);
});

test('unknown browsers that fill the queue of password checks leave the places of known browsers free', async () => {
  void check('running');
  for (let count = 0; count < maxWaitingChecks.unknown; count += 1) {
    expect(queue.isFull({ isKnownBrowser: false })).toBe(false);
    void check(`unknown ${count}`);
  }
  expect([queue.isFull({ isKnownBrowser: false }), queue.isFull({ isKnownBrowser: true })]).toEqual([true, false]);
  await finish();
  expect(queue.isFull({ isKnownBrowser: false })).toBe(false);
});

test('the queue of password checks is full for known browsers when their own limit of waiting checks is reached', () => {
  void check('running');
  for (let count = 0; count < maxWaitingChecks.known; count += 1) void check(`browser ${count}`, true);
  expect(queue.isFull({ isKnownBrowser: true })).toBe(true);
});

test('a queued password check does not run if its client has disconnected', async () => {
  void check('running');
  const gone = check('gone', false, () => true);
  void check('next');
  await finish();
  expect(await gone).toBeUndefined();
  expect(started).toEqual(['running', 'next']);
});

test('a password check that throws rejects for its caller, and the next check runs', async () => {
  const failing = queue.run({ isKnownBrowser: false, isAbandoned: () => false }, async () => {
    throw new Error('the database is damaged');
  });
  const next = check('next');
  await expect(failing).rejects.toThrow('damaged');
  await finish();
  expect(await next).toBe('next');
});
