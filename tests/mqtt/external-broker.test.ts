import { connectAsync } from 'mqtt';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEquipment } from '../../src/server/equipment/equipment.ts';
import { sampleConnections } from '../support/equipment/sample-connections.ts';
import { small } from '../support/homes/small-home.ts';
import { type MosquittoHome, startMosquittoHome, within } from '../support/mqtt/mosquitto-home.ts';
import { counted } from '../support/mqtt/start-mqtt-intake.ts';

let at: MosquittoHome;
beforeEach(async () => {
  at = await startMosquittoHome();
});
afterEach(() => at.close());

const topic = 'roomstatus/harbour/room-1/status';
const availability = 'roomstatus/harbour/room-1/availability';
const statusIs = (status: number, stream = small.streamA1x1) =>
  vi.waitFor(async () => expect(await at.home.statusOf(stream)).toBe(status), within);

test.each([4, 5] as const)(
  'with MQTT version %i a device can report a code, a name or JSON, with aliases or uuids in the topic',
  async (protocolVersion) => {
    await at.openReader();
    const device = await connectAsync(at.mosquitto.url, { protocolVersion });
    await device.publishAsync(topic, '3', { qos: 1 });
    await device.publishAsync(`roomstatus/harbour/${small.streamA1x2}/status`, 'in_bathroom', { qos: 1 });
    await device.publishAsync(`roomstatus/${small.locationB1}/room-6/status`, '{"status":"man_down"}', { qos: 2 });
    await device.endAsync();
    await statusIs(3);
    await statusIs(6, small.streamA1x2);
    await statusIs(1, small.streamB1x1);
  },
);

test('a room is unreachable after its device sent `offline`, and shows its status again after `online`', async () => {
  await at.openReader();
  await at.publish(topic, 'in_bed');
  await statusIs(5);
  await at.publish(availability, 'offline');
  await statusIs(12);
  await at.publish(availability, 'online');
  await statusIs(5);
});

test('after a restart of the server a retained message sets the status of its room without a notification', async () => {
  await at.publish(topic, 'out_of_bed', { retain: true });
  await at.openReader();
  await statusIs(3);
  expect((await at.reportsOf(small.streamA1x1)).map(({ notification }) => notification)).toEqual([0]);
  await at.publish(topic, 'man_down', { retain: true });
  await statusIs(1);
  expect((await at.reportsOf(small.streamA1x1)).map(({ notification }) => notification)).toEqual([0, 1]);
});

test('after a restart of the server the retained status of an offline device does not make its room reachable', async () => {
  const first = await at.openReader();
  await at.publish(topic, 'in_bed', { retain: true });
  await at.publish(availability, 'offline', { retain: true });
  await statusIs(12);
  await first.close();
  const before = (await at.reportsOf(small.streamA1x1)).length;
  await at.openReader();
  await vi.waitFor(async () => expect((await at.reportsOf(small.streamA1x1)).length).toBeGreaterThan(before), within);
  expect(await at.home.statusOf(small.streamA1x1)).toBe(12);
  await at.publish(availability, 'online', { retain: true });
  await statusIs(5);
  const notified = (await at.reportsOf(small.streamA1x1)).filter(({ notification }) => notification === 1);
  expect(notified.map(({ status }) => status)).toEqual([5, 12]);
});

test('the sensors of one room keep their values when another process starts to read the broker', async () => {
  const equipment = createEquipment(sampleConnections);
  const sensor = (name: string) => `homeassistant/binary_sensor/${name}/state`;
  const first = await at.openReader({ overrides: { equipment } });
  await at.publish(sensor('bath_12'), 'on');
  await statusIs(6);
  await first.close();
  await at.openReader({ overrides: { equipment } });
  await at.publish(sensor('fall_12'), 'on');
  await statusIs(1);
  await at.publish(sensor('fall_12'), 'off');
  await statusIs(6);
  expect(new Set((await at.home.reports()).map(({ by }) => by))).toEqual(new Set(['equipment:house']));
});

test('what an installation publishes is never read as a report, also below the topic of a connection', async () => {
  const mats = sampleConnections.filter(({ name }) => name === 'mats');
  const published = 'room-status-3f2a9c1e/mat';
  const equipment = createEquipment(mats.map((connection) => ({ ...connection, topic: published })));
  const { metrics } = await at.openReader({ overrides: { equipment } });
  await at.publish(published, JSON.stringify({ device: 'mat-12', status: 'man_down' }));
  await vi.waitFor(async () => expect(await counted(metrics, 'dropped', 'not-in-preset')).toBe(1), within);
  expect(await at.home.reports()).toEqual([]);
});
