import { PassThrough } from 'node:stream';
import { MqttClient } from 'mqtt';
import { expect, test } from 'vitest';
import { receiveMessages } from './broker-connection.ts';

test.each([
  [1_000, 'after a commit', false],
  [999, 'at once', true],
])('while %i MQTT messages wait to be stored, the next one is read %s', async (queueSize, _, readsAtOnce) => {
  const client = new MqttClient(() => new PassThrough(), { protocolVersion: 4, reconnectPeriod: 0 });
  const stored = Promise.withResolvers<'stored'>();
  const state = { hasReadNext: false };
  const caller = { keyId: 'mqtt', keyName: 'mqtt', scope: { kind: 'everything' }, ratePerSecond: null } as const;
  const queue = {
    add: () => stored.promise,
    size: () => queueSize,
    discard: () => undefined,
    close: async () => undefined,
  };
  receiveMessages(client, { queue, callerOf: () => caller, subscribedAt: () => 0 });
  const packet = { cmd: 'publish', topic: 'a/b', payload: 'x', qos: 1, dup: false, retain: false } as const;
  client.handleMessage(packet, () => (state.hasReadNext = true));
  await new Promise(setImmediate);
  expect(state.hasReadNext).toBe(readsAtOnce);
  stored.resolve('stored');
  await new Promise(setImmediate);
  expect(state.hasReadNext).toBe(true);
  client.end(true);
});
