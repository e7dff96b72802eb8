import { connectAsync } from 'mqtt';
import { expect, test, vi } from 'vitest';
import { createTopicListeners, type TopicListeners } from '../../src/server/equipment/manage/topic-listeners.ts';
import { freePort } from '../../scripts/services/ports.ts';
import { everything } from '../support/homes/small-home.ts';
import { startMosquittoHome, within } from '../support/mqtt/mosquitto-home.ts';
import { startMqttHome } from '../support/mqtt/start-mqtt-intake.ts';

function externalBroker(url: string | undefined) {
  const broker = url === undefined ? undefined : { url };
  return () => broker;
}
const shown = (listeners: TopicListeners, topic: string) =>
  listeners
    .read(topic)
    .messages.map(({ topic: name, payload, isRetained }) => [name, Buffer.from(payload).toString(), isRetained]);

test('an administrator sees the messages of a topic that no connection reads, including retained ones, while reports are stored', async () => {
  const at = await startMosquittoHome();
  await at.openReader();
  const listeners = createTopicListeners({
    broker: externalBroker(at.mosquitto.url),
    hasEmbeddedBroker: false,
    now: Date.now,
  });
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

test('an administrator sees messages of devices at the embedded broker, which are recorded only while somebody watches', async () => {
  const home = await startMqttHome();
  const port = await freePort();
  const listeners = createTopicListeners({ broker: () => undefined, hasEmbeddedBroker: true, now: Date.now });
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

test('of a flood of messages the newest fifty with at most a megabyte are kept for the administrator', () => {
  const listeners = createTopicListeners({ broker: () => undefined, hasEmbeddedBroker: true, now: () => 0 });
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
