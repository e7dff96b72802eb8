/** An administrator looks at what arrives on a topic, at a real Mosquitto and at the embedded broker. */
import { connectAsync } from 'mqtt';
import { expect, test, vi } from 'vitest';
import { createTopicListeners, type TopicListeners } from '../../src/server/intake/equipment/manage/topic-listeners.ts';
import { freePort } from '../../scripts/services/ports.ts';
import { everything } from '../support/homes/small-home.ts';
import { startMosquittoHome, within } from '../support/mqtt/mosquitto-home.ts';
import { startOwnMosquitto } from '../support/mqtt/own-mosquitto.ts';
import { startMqttHome } from '../support/mqtt/start-mqtt-intake.ts';

const shown = (listeners: TopicListeners, topic: string) =>
  listeners
    .read(topic)
    .messages.map(({ topic: name, payload, isRetained }) => [name, Buffer.from(payload).toString(), isRetained]);

test('messages of a topic that no connection reads are shown with their retained state, while reports are stored', async () => {
  const at = await startMosquittoHome();
  await at.openReader();
  const listeners = createTopicListeners({ brokerUrl: at.mosquitto.url, hasEmbeddedBroker: false, now: Date.now });
  await at.publish('sensors/old', 'before', { retain: true });
  await vi.waitFor(() => expect(shown(listeners, 'sensors')).toEqual([['sensors/old', 'before', true]]), within);
  await at.publish('sensors/bed/7', 'now');
  await at.publish('roomstatus/harbour/room-1/status', 'in_bed');
  await vi.waitFor(() => expect(shown(listeners, 'sensors')).toHaveLength(2), within);
  expect(shown(listeners, 'sensors')[1]).toEqual(['sensors/bed/7', 'now', false]);
  await vi.waitFor(async () => expect(await at.home.reports()).toHaveLength(1), within);
  listeners.close();
  await at.close();
});

test('messages of devices at the embedded broker are shown, and nothing is recorded before somebody looks', async () => {
  const home = await startMqttHome();
  const port = await freePort();
  const listeners = createTopicListeners({ brokerUrl: undefined, hasEmbeddedBroker: true, now: Date.now });
  await home.open({ port, overrides: { onMessage: listeners.offer } });
  const { key } = await home.key(everything);
  const device = await connectAsync(`mqtt://127.0.0.1:${port}`, { protocolVersion: 4, username: 'd', password: key });
  await device.publishAsync('sensors/bed', 'unseen', { qos: 1 });
  expect(shown(listeners, 'sensors')).toEqual([]);
  await device.publishAsync('sensors/bed', 'seen', { qos: 1 });
  await device.publishAsync('other/bed', 'elsewhere', { qos: 1 });
  expect(shown(listeners, 'sensors')).toEqual([['sensors/bed', 'seen', false]]);
  listeners.close();
  await device.endAsync();
  await home.close();
});

test('a broker that refuses the sign-in or does not answer is named, and a listener without a reader ends', async () => {
  const mosquitto = await startOwnMosquitto(['allow_anonymous false']);
  let now = 0;
  const open = (brokerUrl: string | undefined) =>
    createTopicListeners({ brokerUrl, hasEmbeddedBroker: false, now: () => now, idleMs: 50 });
  const problemOf = (listeners: TopicListeners) => listeners.read('sensors').problem;
  const [refused, away, none] = [open(mosquitto.url), open(`mqtt://127.0.0.1:${await freePort()}`), open(undefined)];
  await vi.waitFor(() => expect(problemOf(refused)).toBe('sign-in-refused'), within);
  await vi.waitFor(() => expect(problemOf(away)).toBe('unreachable'), within);
  expect(problemOf(none)).toBe('no-broker');
  const embedded = createTopicListeners({ brokerUrl: undefined, hasEmbeddedBroker: true, now: () => now, idleMs: 50 });
  expect(shown(embedded, 'sensors')).toEqual([]);
  embedded.offer({ topic: 'sensors/bed', payload: Buffer.from('1') });
  expect(shown(embedded, 'sensors')).toHaveLength(1);
  now = 1_000;
  // The next look starts anew, so the messages of the former one are gone.
  await vi.waitFor(() => expect(embedded.isIdle()).toBe(true), within);
  expect(shown(embedded, 'sensors')).toEqual([]);
  for (const listeners of [refused, away, none, embedded]) listeners.close();
  await mosquitto.close();
});

test('a flood of messages and pictures keeps at most the newest fifty and a megabyte', () => {
  const listeners = createTopicListeners({ brokerUrl: undefined, hasEmbeddedBroker: true, now: () => 0 });
  listeners.read('sensors');
  for (let index = 0; index < 200; index += 1) {
    listeners.offer({ topic: `sensors/${index}`, payload: Buffer.alloc(10) });
  }
  const kept = listeners.read('sensors').messages;
  expect(kept).toHaveLength(50);
  expect(kept.at(-1)?.topic).toBe('sensors/199');
  for (let index = 0; index < 10; index += 1) {
    listeners.offer({ topic: 'sensors/picture', payload: Buffer.alloc(300_000) });
  }
  expect(listeners.read('sensors').messages).toHaveLength(3);
  listeners.close();
});
