/** Broken and malicious clients of the embedded broker must not harm other clients. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from '../../scripts/services/ports.ts';
import { small } from '../support/homes/small-home.ts';
import { counted, type MqttHome, startMqttHome } from '../support/mqtt/start-mqtt-intake.ts';

let home: MqttHome;
let port: number;
let metrics: Awaited<ReturnType<MqttHome['open']>>['metrics'];
let key: string;
const clients: MqttClient[] = [];
beforeEach(async () => {
  home = await startMqttHome();
  port = await freePort();
  ({ metrics } = await home.open({ port }));
  ({ key } = await home.key({ kind: 'location', uuid: small.locationA1 }));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
  await home.close();
});

const within = { timeout: 40_000, interval: 20 };
const topic = 'roomstatus/harbour/room-1/status';

async function device(more: IClientOptions = {}): Promise<MqttClient> {
  const options = { username: 'any', password: key, protocolVersion: 4, reconnectPeriod: 0, ...more } as const;
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, options);
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

test('MQTT messages that wait for the rate limit are dropped and counted when their client disconnects', async () => {
  await home.database.query.updateTable('device_key').set({ rate_per_second: 1 }).execute();
  const client = await device();
  for (let index = 0; index < 100; index += 1) client.publish(topic, `${index % 3}`, { qos: 0 });
  await vi.waitFor(async () => expect(await counted(metrics, 'delayed', 'throttled')).toBeGreaterThan(0), within);
  client.stream.destroy();
  await vi.waitFor(async () => {
    const [accepted, gone] = [await counted(metrics, 'accepted'), await counted(metrics, 'dropped', 'gone')];
    expect(gone).toBeGreaterThan(80);
    expect(accepted + gone).toBe(100);
  }, within);
});

test('thousands of idle connections without a key do not prevent a device from connecting', async () => {
  const idle: Socket[] = [];
  for (let batch = 0; batch < 21; batch += 1) {
    const some = Array.from({ length: 100 }, () => connectTcp(port, '127.0.0.1').on('error', () => undefined));
    await Promise.all(some.map((socket) => once(socket, 'connect')));
    idle.push(...some);
  }
  await vi.waitFor(async () => {
    expect(await counted(metrics, 'dropped', 'too-many-connections')).toBeGreaterThan(1_000);
  }, within);
  const client = await device();
  await client.publishAsync(topic, 'in_bed', { qos: 1 });
  expect(await home.statusOf(small.streamA1x1)).toBe(5);
  for (const socket of idle) socket.destroy();
});

test('MQTT messages of a device above its rate limit are delayed and counted, and none is lost', async () => {
  await home.database.query.updateTable('device_key').set({ rate_per_second: 20 }).execute();
  const client = await device();
  const start = performance.now();
  const all = Array.from({ length: 220 }, (_, index) =>
    client.publishAsync(topic, `{"status":5,"id":"${index}"}`, { qos: 1 }),
  );
  await Promise.all(all);
  // The first 200 messages pass at once: a burst of ten seconds. The next 20 messages take a second.
  expect(performance.now() - start).toBeGreaterThan(900);
  expect(await home.reports()).toHaveLength(220);
  expect(await counted(metrics, 'delayed', 'throttled')).toBeGreaterThan(0);
});

test('the embedded broker closes a connection that sends a packet of 2 MiB, or before authentication a packet of more than 32 KiB', async () => {
  const client = await device();
  const unauthenticated = connectTcp(port, '127.0.0.1').on('error', () => undefined);
  const closed = [client.stream, unauthenticated].map(
    (stream) => new Promise((resolve) => void stream.once('close', resolve)),
  );
  client.publish(topic, Buffer.alloc(2 * 1024 * 1024), { qos: 0 });
  // The header of a CONNECT packet with a length of 32 KiB and one byte.
  unauthenticated.write(Buffer.from([0x10, 0x81, 0x80, 0x02]));
  await Promise.all(closed);
  expect(await counted(metrics, 'dropped', 'too-large')).toBe(2);
});

test('two MQTT clients with the same client id and different device keys stay connected', async () => {
  const second = await home.key({ kind: 'location', uuid: small.locationB1 });
  const a = await device({ clientId: 'gateway' });
  await device({ clientId: 'gateway', password: second.key });
  await a.publishAsync(topic, 'in_bed', { qos: 1 });
  expect(a.connected).toBe(true);
});

test('an MQTT connection that sends random bytes is closed, and the connections of other clients stay open', async () => {
  const client = await device();
  const starts = [
    [],
    [0x10, 0x0c, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 60, 0, 0],
    [0x10],
    [0x30, 0xff, 0xff, 0xff, 0x7f],
  ];
  const ended = Array.from({ length: 40 }, (_, index) => {
    const socket = connectTcp(port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    socket.end(Buffer.concat([Buffer.from(starts[index % starts.length] ?? []), randomBytes(1 + index * 5)]));
    return new Promise((resolve) => void socket.once('close', resolve));
  });
  await Promise.all(ended);
  await client.publishAsync(topic, 'in_bed', { qos: 1 });
  expect(await home.statusOf(small.streamA1x1)).toBe(5);
});
