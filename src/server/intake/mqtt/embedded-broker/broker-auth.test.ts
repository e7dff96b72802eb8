import { PassThrough } from 'node:stream';
import { Aedes } from 'aedes';
import { expect, test } from 'vitest';
import { createDoor } from './broker-auth.ts';

const everything = { kind: 'everything' } as const;
const caller = { keyId: 'key', keyName: 'camera', scope: everything, ratePerSecond: null };

/** The door with one device that has come in, and what it is taken to have said. */
async function openDoor() {
  const said: string[] = [];
  const door = createDoor({
    callerOfKey: async () => caller,
    openSession: () => ({
      caller,
      take: async ({ topic }) => {
        said.push(topic);
        return 'taken';
      },
      mayAsk: () => true,
      leave: () => undefined,
      close: async () => undefined,
    }),
    maySubscribe: async () => true,
    storeWill: async ({ topic }) => said.push(topic),
    logRefusal: () => undefined,
  });
  const client = new Aedes().handle(new PassThrough());
  door.came(client, 'tcp://127.0.0.1');
  const connect = { cmd: 'connect', clientId: 'camera', protocolId: 'MQTT', password: Buffer.from('rsk') } as const;
  await new Promise((resolve) => {
    door.preConnect(client, { ...connect }, resolve);
  });
  return { door, client, said };
}

test('a will that the broker publishes while its device lives is not believed', async () => {
  // NOTE: aedes does so after a step of the clock: it takes its own heartbeat for one of long ago.
  const { door, client, said } = await openDoor();
  const packet = { cmd: 'publish', topic: 'a/b', payload: 'offline', qos: 1, dup: false, retain: true } as const;
  const will = { ...packet, brokerId: 'broker', clientId: 'camera' };
  for (const who of [client, null]) {
    const offered = { ...will };
    await new Promise((resolve) => {
      door.authorizePublish(who, offered, resolve);
    });
    expect(offered).toMatchObject({ topic: '$not-taken', payload: '', retain: false });
  }
  expect(said).toEqual([]);
  await new Promise((resolve) => {
    door.authorizePublish(client, { ...packet }, resolve);
  });
  expect(said).toEqual(['a/b']);
  client.close();
});
