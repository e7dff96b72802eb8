import { join } from 'node:path';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { small } from '../support/small-home.ts';
import { counted, type MqttHome, startMqttHome } from '../support/start-mqtt-intake.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { createEquipment } from '../../src/server/intake/equipment/equipment.ts';
import { readEquipmentFile } from '../../src/server/intake/equipment/equipment-file.ts';
import { AppError } from '../../src/server/http/app-error.ts';
import { type OwnMosquitto, startOwnMosquitto } from '../support/own-mosquitto.ts';

let mosquitto: OwnMosquitto;
let home: MqttHome;
let device: MqttClient;
beforeEach(async () => {
  mosquitto = await startOwnMosquitto();
  home = await startMqttHome();
  device = await connectAsync(mosquitto.url, { protocolVersion: 4 });
});
afterEach(async () => {
  await device.endAsync();
  await home.close();
  await mosquitto.close();
});

const one = 'roomstatus/harbour/room-1/status';
const say = (topic: string, payload: string, more: { retain?: boolean } = {}) =>
  device.publishAsync(topic, payload, { qos: 1, ...more });
const toldOf = async (stream: string) => (await home.reports()).filter((report) => report.stream === stream);
const within = { timeout: 15_000, interval: 20 };
const connections = () => home.log.filter((line) => line.includes('connected to the MQTT broker')).length;
let processes = 4_000;
/** A process that takes messages from now on. */
const openClient = async (url = mosquitto.url, more: Parameters<MqttHome['open']>[0] = {}) => {
  const before = connections();
  const running = await home.open({ brokerUrl: url, name: (processes += 1), ...more });
  await vi.waitFor(() => expect(connections()).toBe(before + 1), within);
  return running;
};

test.each([4, 5] as const)(
  'a device of MQTT version %i is heard: code, name or JSON, with alias or uuid',
  async (protocolVersion) => {
    await openClient();
    const other = await connectAsync(mosquitto.url, { protocolVersion });
    await other.publishAsync(one, '3', { qos: 1 });
    await other.publishAsync(`roomstatus/harbour/${small.streamA1x2}/status`, 'in_bathroom', { qos: 1 });
    await other.publishAsync(`roomstatus/${small.locationB1}/room-6/status`, '{"status":"man_down","id":"a"}', {
      qos: 2,
    });
    await other.endAsync();
    await vi.waitFor(async () => expect(await home.reports()).toHaveLength(3), within);
    expect(await Promise.all([small.streamA1x1, small.streamA1x2, small.streamB1x1].map(home.statusOf))).toEqual([
      3, 6, 1,
    ]);
  },
);

test('a device that its broker misses is unreachable, and back when it says so', async () => {
  await openClient();
  await say(one, 'in_bed');
  await vi.waitFor(async () => expect(await home.statusOf(small.streamA1x1)).toBe(5), within);
  await say('roomstatus/harbour/room-1/availability', 'offline');
  await vi.waitFor(async () => expect(await home.statusOf(small.streamA1x1)).toBe(12), within);
  await say('roomstatus/harbour/room-1/availability', 'online');
  await vi.waitFor(async () => expect(await home.statusOf(small.streamA1x1)).toBe(5), within);
});

test('what nobody can read is counted with its reason, and the rest goes on', async () => {
  const { metrics } = await openClient();
  await say(one, 'falling_up');
  await say(one, '{"status":');
  await say(one, 'x'.repeat(20_000));
  await say('roomstatus/harbour/room-99/status', '3');
  await say(one, '{"status":3,"room":"room-2"}');
  await say('roomstatus/harbour/room-1/availability', 'maybe');
  await say(one, 'man_down');
  await vi.waitFor(async () => expect(await home.statusOf(small.streamA1x1)).toBe(1), within);
  const refusals = ['invalid', 'malformed', 'too-long', 'unknown-room'].map((reason) =>
    counted(metrics, 'refused', reason),
  );
  expect(await Promise.all(refusals)).toEqual([3, 1, 1, 1]);
  expect(await home.reports()).toHaveLength(1);
});

test('two processes share the messages: each is taken once', async () => {
  const first = await openClient(mosquitto.url, { hasOthers: true });
  const second = await openClient(mosquitto.url, { hasOthers: true });
  for (let number = 0; number < 40; number += 1) await say(one, number % 2 === 0 ? 'in_bed' : 'out_of_bed');
  await vi.waitFor(async () => expect(await home.reports()).toHaveLength(40), within);
  const shares = await Promise.all([first, second].map(({ metrics }) => counted(metrics, 'accepted')));
  expect(Math.min(...shares)).toBeGreaterThan(0);
  expect(shares.reduce((sum, share) => sum + share)).toBe(40);
});

test('what the broker keeps sets the card after a restart, and is no notification', async () => {
  await say(one, 'out_of_bed', { retain: true });
  await openClient();
  await vi.waitFor(() => expect(home.log.join('')).toContain('"kept":1'), within);
  await vi.waitFor(async () => expect(await home.statusOf(small.streamA1x1)).toBe(3), within);
  const notifications = async () => (await toldOf(small.streamA1x1)).map(({ notification }) => notification);
  expect(new Set(await notifications())).toEqual(new Set([0]));
  await say(one, 'man_down', { retain: true });
  await vi.waitFor(async () => expect(await home.statusOf(small.streamA1x1)).toBe(1), within);
  expect((await notifications()).filter((isTold) => isTold === 1)).toHaveLength(1);
});

test('what the broker keeps of a device that is gone does not make it look alive after a restart', async () => {
  const availability = one.replace(/status$/, 'availability');
  const first = await openClient();
  await say(one, 'in_bed', { retain: true });
  await say(availability, 'offline', { retain: true });
  await vi.waitFor(async () => expect(await home.statusOf(small.streamA1x1)).toBe(12), within);
  await first.close();
  const told = await toldOf(small.streamA1x1);
  await openClient();
  await vi.waitFor(() => expect(home.log.join('')).toContain(`"kept":2`), within);
  await vi.waitFor(async () => expect((await toldOf(small.streamA1x1)).length).toBeGreaterThan(told.length), within);
  expect(await home.statusOf(small.streamA1x1)).toBe(12);
  await say(availability, 'online', { retain: true });
  await vi.waitFor(async () => expect(await home.statusOf(small.streamA1x1)).toBe(5), within);
  const loud = (await toldOf(small.streamA1x1)).filter(({ notification }) => notification === 1);
  expect(loud.map(({ status }) => status)).toEqual([5, 12]);
});

test('the parts of one picture may come by different processes', async () => {
  const file = join(import.meta.dirname, '../../src/server/intake/equipment/samples/equipment.yaml');
  const equipment = createEquipment(readEquipmentFile(file));
  const first = await openClient(mosquitto.url, { hasOthers: true, overrides: { equipment } });
  const second = await openClient(mosquitto.url, { hasOthers: true, overrides: { equipment } });
  const sensor = (name: string) => `homeassistant/binary_sensor/${name}/state`;
  await say(sensor('bath_12'), 'on');
  await vi.waitFor(async () => expect(await home.statusOf(small.streamA1x1)).toBe(6), within);
  await say(sensor('fall_12'), 'on');
  await vi.waitFor(async () => expect(await home.statusOf(small.streamA1x1)).toBe(1), within);
  await say(sensor('fall_12'), 'off');
  // Still in the bathroom, which it was the other process that heard.
  await vi.waitFor(async () => expect(await home.statusOf(small.streamA1x1)).toBe(6), within);
  expect(await Promise.all([first, second].map(({ metrics }) => counted(metrics, 'accepted')))).toEqual([2, 1]);
  expect(new Set((await home.reports()).map(({ by }) => by))).toEqual(new Set(['equipment:house']));
});

test('a device whose clock is an hour ahead is corrected; one that is an hour behind tells history', async () => {
  await openClient();
  const anHourMs = 3_600_000;
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  await say(one, JSON.stringify({ status: 'man_down', at: at(anHourMs) }));
  await vi.waitFor(async () => expect(await home.statusOf(small.streamA1x1)).toBe(1), within);
  await say(one, JSON.stringify({ status: 'in_bed', at: at(-anHourMs) }));
  await vi.waitFor(async () => expect(await home.reports()).toHaveLength(2), within);
  expect(await home.statusOf(small.streamA1x1)).toBe(1);
  await say(one, 'out_of_bed');
  await vi.waitFor(async () => expect(await home.statusOf(small.streamA1x1)).toBe(3), within);
});

test('nothing is acknowledged while the data cannot be stored, and nothing is lost', async () => {
  let isAway = true;
  const refused: number[] = [];
  const { receive } = await realReceive();
  const name = (processes += 1);
  const process = await openClient(mosquitto.url, {
    name,
    overrides: {
      receive: async (items, sender) => {
        if (!isAway) return receive(items, sender);
        refused.push(items.length);
        throw new AppError('unavailable');
      },
    },
  });
  for (const id of ['a', 'b', 'c']) await say(one, JSON.stringify({ status: 3, id }));
  await vi.waitFor(() => expect(refused.length).toBeGreaterThan(1), within);
  // Not even when the process is stopped meanwhile: the broker still has all of them.
  await process.close();
  expect(await home.reports()).toEqual([]);
  isAway = false;
  await openClient(mosquitto.url, { name });
  await vi.waitFor(async () => expect(await home.reports()).toHaveLength(3), within);
});

test('a connection that dies before the acknowledgement: the message comes again, and counts once', async () => {
  const path = await startTcpProxy(() => Number(new URL(mosquitto.url).port));
  let stored = 0;
  const { receive } = await realReceive();
  await openClient(`mqtt://localhost:${path.port}`, {
    overrides: {
      receive: async (items, sender) => {
        const outcomes = await receive(items, sender);
        stored += 1;
        // Stored, and never acknowledged.
        if (stored === 1) path.cut();
        return outcomes;
      },
    },
  });
  await say(one, '{"status":"man_down","id":"fall-1"}');
  await vi.waitFor(() => expect(stored).toBe(1), within);
  path.mend();
  await vi.waitFor(() => expect(stored).toBe(2), within);
  expect(await toldOf(small.streamA1x1)).toHaveLength(1);
  await path.close();
});

test('a process that is stopped leaves its share to the others at once', async () => {
  const first = await openClient(mosquitto.url, { hasOthers: true });
  await openClient(mosquitto.url, { hasOthers: true });
  const sent: Promise<unknown>[] = [];
  const stop = { isDone: false };
  const stopping = first.close().then(() => (stop.isDone = true));
  for (let number = 0; !stop.isDone; number += 1) {
    const status = number % 2 === 0 ? 'in_bed' : 'out_of_bed';
    sent.push(say(one, status));
    await sent.at(-1);
  }
  await stopping;
  for (const status of ['in_bed', 'out_of_bed', 'in_bed', 'out_of_bed']) sent.push(say(one, status));
  await Promise.all(sent);
  await vi.waitFor(async () => expect(await home.reports()).toHaveLength(sent.length), within);
});

test('another installation at the same broker, and one that was stopped, takes nothing away', async () => {
  const [ours, trial] = [await openClient(), await openClient()];
  for (const status of ['in_bed', 'out_of_bed', 'in_bathroom', 'man_down']) await say(one, status);
  await vi.waitFor(async () => expect(await counted(ours.metrics, 'accepted')).toBe(4), within);
  await vi.waitFor(async () => expect(await counted(trial.metrics, 'accepted')).toBe(4), within);
  await trial.close();
  for (const status of ['in_bed', 'out_of_bed', 'in_bathroom', 'man_down']) await say(one, status);
  await vi.waitFor(async () => expect(await counted(ours.metrics, 'accepted')).toBe(8), within);
});

test('a process that becomes one of several hears each message once', async () => {
  const name = (processes += 1);
  const alone = await openClient(mosquitto.url, { name });
  await alone.close();
  const { metrics } = await openClient(mosquitto.url, { name, hasOthers: true });
  await vi.waitFor(() => expect(home.log.join('')).toContain('"sessionPresent":true'), within);
  await say(one, 'in_bed');
  await say(one, 'man_down');
  await vi.waitFor(async () => expect(await home.statusOf(small.streamA1x1)).toBe(1), within);
  expect(await counted(metrics, 'accepted')).toBe(2);
});

test('a broker that was away is said to be back, as loudly as that it was away', async () => {
  await mosquitto.stop();
  await home.open({ brokerUrl: mosquitto.url, name: (processes += 1) });
  const said = (words: string) => home.log.filter((line) => line.includes('"level":40') && line.includes(words));
  await vi.waitFor(() => expect(said('broker-away')).toHaveLength(1), within);
  await mosquitto.start();
  await vi.waitFor(() => expect(said('connected to the MQTT broker again')).toHaveLength(1), within);
});

test('what came while the process was away is taken when it is back', async () => {
  const name = (processes += 1);
  const first = await openClient(mosquitto.url, { name });
  await first.close();
  await say(one, 'man_down');
  expect(await home.reports()).toEqual([]);
  await home.open({ brokerUrl: mosquitto.url, name });
  await vi.waitFor(async () => expect(await home.statusOf(small.streamA1x1)).toBe(1), within);
});

test('a password in the address is in no log', async () => {
  const path = await startTcpProxy(() => 1);
  await home.open({ brokerUrl: `mqtt://room:s3cret-word@localhost:${path.port}` });
  await vi.waitFor(() => expect(home.log.join('')).toContain('broker-away'), within);
  expect(home.log.join('')).not.toContain('s3cret-word');
  await path.close();
});

async function realReceive() {
  const { createReportReceiver } = await import('../../src/server/rooms/reports/receive-report.ts');
  const { createMemoryBus } = await import('../../src/server/bus/bus-memory.ts');
  const bus = createMemoryBus({ error: () => undefined });
  return createReportReceiver({ database: home.database, bus, now: Date.now });
}
