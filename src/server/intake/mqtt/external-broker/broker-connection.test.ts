import { PassThrough } from 'node:stream';
import { MqttClient } from 'mqtt';
import { expect, test } from 'vitest';
import { receiveInto } from './broker-connection.ts';

test.each([
  ['while 1,000 MQTT messages wait to be stored, the next one is read after a commit', 1_000, false],
  ['while fewer than 1,000 MQTT messages wait to be stored, the next one is read at once', 999, true],
])('%s', async (_, queueSize, readsAtOnce) => {
  const client = new MqttClient(() => new PassThrough(), { protocolVersion: 4, reconnectPeriod: 0 });
  const stored = Promise.withResolvers<'stored'>();
  const state = { hasReadOn: false };
  const caller = { keyId: 'mqtt', keyName: 'mqtt', scope: { kind: 'everything' }, ratePerSecond: null } as const;
  const queue = {
    add: () => stored.promise,
    size: () => queueSize,
    discard: () => undefined,
    close: async () => undefined,
  };
  receiveInto(client, { queue, callerOf: () => caller, subscribedAt: () => 0 });
  const packet = { cmd: 'publish', topic: 'a/b', payload: 'x', qos: 1, dup: false, retain: false } as const;
  client.handleMessage(packet, () => (state.hasReadOn = true));
  await new Promise(setImmediate);
  expect(state.hasReadOn).toBe(readsAtOnce);
  stored.resolve('stored');
  await new Promise(setImmediate);
  expect(state.hasReadOn).toBe(true);
  client.end(true);
});
