import { PassThrough } from 'node:stream';
import { Aedes } from 'aedes';
import { expect, test } from 'vitest';
import { parseRoomMessage } from '../../../messages/parse-room-message.ts';
import { createTokenBuckets } from '../../limits/token-bucket.ts';
import { createMessageQueue, type MessageQueue } from '../message-queue.ts';
import { createBrokerAuth } from './broker-auth.ts';
import { createClientRegistry } from './client-registry.ts';

const caller = { keyId: 'key', keyName: 'camera', scope: { kind: 'everything' }, ratePerSecond: null } as const;

interface SessionOptions {
  readonly connectionCount?: number;
  /** The cell to which the client of the key has moved. */
  readonly movedTo?: string;
  /** The queue of the last wills. */
  readonly wills?: MessageQueue;
}

/** Returns one authenticated client, the error of its authentication, the topics of the stored messages, and the logged refusals. */
async function openSession({ connectionCount = 0, movedTo, wills }: SessionOptions = {}) {
  const stored: string[] = [];
  const refusals: unknown[] = [];
  const queue = {
    add: async ({ topic }: { readonly topic: string }) => {
      stored.push(topic);
      return 'stored' as const;
    },
    discard: () => undefined,
    size: () => 0,
    close: async () => undefined,
  };
  const clients = { ...createClientRegistry(), countOfKey: () => connectionCount };
  const auth = createBrokerAuth({
    devices: { authenticateKey: async () => ({ ...caller, movedTo }), recordUse: () => undefined },
    clients,
    openQueue: () => queue,
    wills: wills ?? queue,
    limits: createTokenBuckets(),
    logRefusal: (refusal) => void refusals.push(refusal),
  });
  const connect = async () => {
    const client = new Aedes().handle(new PassThrough());
    clients.add(client, 'tcp://127.0.0.1');
    const error = await new Promise<unknown>((resolve) => {
      auth.authenticate(client, 'any', Buffer.from('rsk'), resolve);
    });
    return { client, error };
  };
  return { auth, ...(await connect()), connectAgain: connect, stored, refusals };
}

test('the embedded broker drops the last will of a connected client and stores a published message without retaining it', async () => {
  const { auth, client, stored } = await openSession();
  const packet = { cmd: 'publish', topic: 'a/b', payload: 'offline', qos: 1, dup: false, retain: true } as const;
  const will = { ...packet, brokerId: 'broker', clientId: 'camera' };
  for (const publisher of [client, null]) {
    const published = { ...will };
    await new Promise((resolve) => {
      auth.authorizePublish(publisher, published, resolve);
    });
    expect(published.retain).toBe(false);
  }
  expect(stored).toEqual([]);
  const published = { ...packet };
  await new Promise((resolve) => {
    auth.authorizePublish(client, published, resolve);
  });
  expect([stored, published.retain]).toEqual([['a/b'], false]);
  client.close();
});

test('a device that connects again while its last will waits for the database does not become unreachable', async () => {
  const attempted = Promise.withResolvers<void>();
  const ingested: number[] = [];
  const wills = createMessageQueue({
    parse: parseRoomMessage,
    intake: {
      ingest: async (items) => {
        ingested.push(items.length);
        attempted.resolve();
        throw new Error('the database is unavailable');
      },
    },
    isPermanent: () => false,
    onUnavailable: 'retry',
    logRefusal: () => undefined,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const { auth, client, connectAgain } = await openSession({ wills });
  const topic = 'roomstatus/harbour/room-1/availability';
  const packet = { cmd: 'publish', topic, payload: 'offline', qos: 1, dup: false, retain: false } as const;
  const will = { ...packet, brokerId: 'broker', clientId: 'radar' };
  client.close();
  const published = new Promise<unknown>((resolve) => {
    auth.authorizePublish(client, will, resolve);
  });
  await attempted.promise;
  const { client: back } = await connectAgain();
  expect(await published).toEqual(new Error('the message was discarded'));
  await wills.close();
  expect([ingested, wills.size()]).toEqual([[1], 0]);
  back.close();
});

test('a device whose client has moved to another cell is refused with return code 3, which means: retry', async () => {
  const { client, error, refusals } = await openSession({ movedTo: 'https://cell-2.example.org' });
  expect([error, refusals]).toEqual([expect.objectContaining({ returnCode: 3 }), ['moved']]);
  client.close();
});

test.each([
  [499, null],
  [500, expect.objectContaining({ returnCode: 3 })],
])(
  'a client whose device key already has %i connections gets the connection error %o',
  async (connectionCount, expected) => {
    const { client, error } = await openSession({ connectionCount });
    expect(error).toEqual(expected);
    client.close();
  },
);
