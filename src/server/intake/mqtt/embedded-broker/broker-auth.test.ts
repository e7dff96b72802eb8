import { PassThrough } from 'node:stream';
import { Aedes } from 'aedes';
import { expect, test } from 'vitest';
import { createBrokerAuth } from './broker-auth.ts';
import { createClientRegistry } from './client-registry.ts';

const caller = { keyId: 'key', keyName: 'camera', scope: { kind: 'everything' }, ratePerSecond: null } as const;

/** One client that has sent its key, and the topics that were stored in its name. */
async function openSession({ connectionCount = 0 } = {}) {
  const stored: string[] = [];
  const clients = { ...createClientRegistry(), countOfKey: () => connectionCount };
  const auth = createBrokerAuth(
    {
      callerOfKey: async () => caller,
      createSession: () => ({
        caller,
        ingest: async ({ topic }) => {
          stored.push(topic);
          return 'stored';
        },
        countFilter: () => true,
        disconnect: () => undefined,
        close: async () => undefined,
      }),
      canSubscribe: async () => true,
      storeWill: async ({ topic }) => stored.push(topic),
      logRefusal: () => undefined,
    },
    clients,
  );
  const client = new Aedes().handle(new PassThrough());
  clients.add(client, 'tcp://127.0.0.1');
  const connect = { cmd: 'connect', clientId: 'camera', protocolId: 'MQTT', password: Buffer.from('rsk') } as const;
  await new Promise((resolve) => {
    auth.preConnect(client, { ...connect }, resolve);
  });
  return { auth, client, stored };
}

test('a last will of a connected client is dropped, and its messages are stored and not retained', async () => {
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
  [499, undefined],
  [500, 3],
])('a client of a key with %i connections is answered with the return code %s', async (connectionCount, returnCode) => {
  const { auth, client } = await openSession({ connectionCount });
  const error = await new Promise<Error | null>((resolve) => {
    auth.authenticate(client, 'any', Buffer.from('rsk'), resolve);
  });
  expect(error === null ? undefined : Reflect.get(error, 'returnCode')).toBe(returnCode);
  client.close();
});
