import { PassThrough } from 'node:stream';
import { Aedes } from 'aedes';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../../../tests/support/database/test-database.ts';
import { createTokenBuckets } from '../../limits/token-bucket.ts';
import { createBrokerAuth } from './broker-auth.ts';
import { createClientRegistry } from './client-registry.ts';

const caller = { keyId: 'key', keyName: 'camera', scope: { kind: 'everything' }, ratePerSecond: null } as const;

/** One authenticated client, the error of its authentication, and the topics of its stored messages. */
async function openSession({ connectionCount = 0 } = {}) {
  const stored: string[] = [];
  const queue = {
    add: async ({ topic }: { readonly topic: string }) => {
      stored.push(topic);
      return 'stored' as const;
    },
    discard: () => undefined,
    size: () => 0,
    close: async () => undefined,
  };
  const database = await openTestDatabase();
  const clients = { ...createClientRegistry(), countOfKey: () => connectionCount };
  const auth = createBrokerAuth({
    database,
    devices: { authenticateKey: async () => caller, recordUse: () => undefined },
    clients,
    openQueue: () => queue,
    wills: queue,
    limits: createTokenBuckets(),
    logRefusal: () => undefined,
  });
  const client = new Aedes().handle(new PassThrough());
  clients.add(client, 'tcp://127.0.0.1');
  const error = await new Promise<unknown>((resolve) => {
    auth.authenticate(client, 'any', Buffer.from('rsk'), resolve);
  });
  await database.close();
  return { auth, client, stored, error };
}

test('a last will is dropped; a message that a connected client publishes is stored and not retained', async () => {
  const { auth, client, stored } = await openSession();
  const packet = { cmd: 'publish', topic: 'a/b', payload: 'offline', qos: 1, dup: false, retain: true } as const;
  const will = { ...packet, brokerId: 'broker', clientId: 'camera' };
  for (const publisher of [client, null]) {
    const published = { ...will };
    await new Promise((resolve) => {
      auth.authorizePublish(publisher, published, resolve);
    });
    expect(published).toMatchObject({ topic: '$dropped', payload: '', retain: false });
  }
  expect(stored).toEqual([]);
  const published = { ...packet };
  await new Promise((resolve) => {
    auth.authorizePublish(client, published, resolve);
  });
  expect([stored, published.retain]).toEqual([['a/b'], false]);
  client.close();
});

test.each([
  [499, null],
  [500, expect.objectContaining({ returnCode: 3 })],
])('a client of a key with %i connections is answered with the error %o', async (connectionCount, expected) => {
  const { client, error } = await openSession({ connectionCount });
  expect(error).toEqual(expected);
  client.close();
});
