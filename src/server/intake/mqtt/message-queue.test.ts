import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Intake } from '../intake.ts';
import { createMessageQueue } from './message-queue.ts';
import { parseRoomMessage } from '../../messages/parse-room-message.ts';

const caller = { keyId: 'k', keyName: 'k', scope: { kind: 'everything' }, ratePerSecond: null } as const;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const temporary = new Error('the database is unavailable');
const damaged = new Error('the database is damaged');
const message = (status: string) => ({
  topic: 'roomstatus/harbour/room-1/status',
  payload: Buffer.from(status),
  retainedAt: null,
});

type Ingest = Intake['ingest'];

function open(ingest: Ingest, options: Partial<Parameters<typeof createMessageQueue>[0]> = {}) {
  const refusals: string[] = [];
  const queue = createMessageQueue({
    parse: parseRoomMessage,
    intake: { ingest },
    isPermanent: (error) => error !== temporary && error !== damaged,
    onUnavailable: 'retry',
    logRefusal: (refusal) => void refusals.push(typeof refusal === 'string' ? refusal : refusal.kind),
    log,
    ...options,
  });
  return { queue, refusals };
}

/** Returns an `ingest` that stores slowly, and the list of the status codes in the order in which it has stored them. */
function createStore(failureOf: (codes: readonly number[]) => Error | undefined = () => undefined) {
  const stored: number[] = [];
  const ingest: Ingest = async (items) => {
    const codes = items.flatMap((item) => {
      const incoming = 'incoming' in item ? item.incoming('x') : undefined;
      return incoming?.kind === 'report' ? [incoming.status] : [];
    });
    await wait(2);
    const failure = failureOf(codes);
    if (failure !== undefined) throw failure;
    stored.push(...codes);
    return items.map(() => ({ outcome: 'accepted' }) as const);
  };
  return { stored, ingest };
}

/** Creates a store whose first attempts fail with the error. */
function failing(attempts: number, error: Error) {
  let count = 0;
  return createStore(() => ((count += 1) <= attempts ? error : undefined));
}

test('an MQTT message with an empty payload is dropped and counted', async () => {
  const { queue, refusals } = open(createStore().ingest);
  expect([await queue.add(message(''), caller), refusals]).toEqual(['dropped', ['empty-payload']]);
});

test('MQTT messages that arrive while earlier ones are being stored are stored after them, in order', async () => {
  const { stored, ingest } = createStore();
  const { queue } = open(ingest);
  const outcomes: Promise<string>[] = [];
  for (let code = 0; code < 60; code += 1) {
    outcomes.push(queue.add(message(String(code)), caller));
    if (code % 5 === 0) await wait(1);
  }
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['stored']));
  expect(stored).toEqual(Array.from({ length: 60 }, (_, code) => code));
});

test('an MQTT message that can never be stored is dropped, and the other messages of its batch are stored', async () => {
  const { stored, ingest } = createStore((codes) => (codes.includes(2) ? new Error('out of range') : undefined));
  const { queue, refusals } = open(ingest);
  const outcomes = await Promise.all(['1', '2', '3'].map((code) => queue.add(message(code), caller)));
  expect(outcomes).toEqual(['stored', 'dropped', 'stored']);
  expect([stored, refusals]).toEqual([[1, 3], ['failed']]);
});

test.each([temporary, damaged])('a message queue with `reject` does not retry a failed message: %s', async (error) => {
  const { queue } = open(failing(1, error).ingest, { onUnavailable: 'reject' });
  await expect(queue.add(message('1'), caller)).rejects.toBe(error);
});

test.each([temporary, damaged])(
  'a message queue with `retry` stores its messages when the database works again: %s',
  async (failure) => {
    const { stored, ingest } = failing(2, failure);
    const { queue, refusals } = open(ingest);
    const outcomes = await Promise.all(['1', '2'].map((code) => queue.add(message(code), caller)));
    expect([outcomes, stored, refusals]).toEqual([['stored', 'stored'], [1, 2], []]);
  },
);

test('a message queue with `retry` that is closed rejects the messages that it cannot store', async () => {
  const { queue } = open(failing(Infinity, temporary).ingest);
  const outcome = expect(queue.add(message('1'), caller)).rejects.toBe(temporary);
  await queue.close();
  await outcome;
});

test('discarding the MQTT messages of one source rejects them, and the messages of other sources are stored', async () => {
  const { stored, ingest } = createStore();
  const { queue } = open(ingest);
  const [first, second] = [{}, {}];
  const discarded = expect(queue.add(message('1'), caller, first)).rejects.toThrow('the message was discarded');
  const others = Promise.all([queue.add(message('2'), caller, second), queue.add(message('3'), caller)]);
  queue.discard(first);
  await discarded;
  expect(await others).toEqual(['stored', 'stored']);
  await queue.close();
  expect([stored, queue.size()]).toEqual([[2, 3], 0]);
});

test('an MQTT message that is discarded while it waits for a retry is not stored', async () => {
  const { stored, ingest } = failing(1, temporary);
  const { queue } = open(ingest);
  const discarded = expect(queue.add(message('1'), caller)).rejects.toThrow('the message was discarded');
  await wait(30);
  queue.discard();
  await discarded;
  await queue.close();
  expect(stored).toEqual([]);
});

test('a message queue stores nothing once another process reads the broker', async () => {
  const { stored, ingest } = createStore();
  const { queue } = open(ingest, { mayStore: () => false });
  await expect(queue.add(message('1'), caller)).rejects.toThrow('another process reads the broker');
  expect(stored).toEqual([]);
});

test.each([
  ['200 items and no more', [...Array.from({ length: 200 }, () => 1), 1], [200, 1]],
  ['fewer where a message would exceed 200 items', [100, 99, 2], [199, 2]],
  ['a single message of more than 200 items', [201, 1], [201, 1]],
  ['the messages of one caller', [1, 1, 1], [2, 1], ['a', 'a', 'b']],
])('a batch of MQTT messages has %s', async (_, sizes, expected, keyIds: readonly string[] = []) => {
  const batches: number[] = [];
  const refused = { kind: 'invalid', field: 'status', reason: 'x' } as const;
  const ingest: Ingest = async (items) => {
    batches.push(items.length);
    return items.map(() => ({ outcome: 'refused' }) as const);
  };
  const { queue } = open(ingest, { parse: ({ payload }) => Array.from({ length: Number(payload) }, () => refused) });
  await Promise.all(
    sizes.map((size, index) => queue.add(message(String(size)), { ...caller, keyId: keyIds[index] ?? 'k' })),
  );
  expect(batches).toEqual(expected);
});
