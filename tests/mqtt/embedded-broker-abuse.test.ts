/** What a device that is broken, or not meant well, can do to the others at the embedded broker: nothing. */
import { randomBytes } from 'node:crypto';
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

const within = { timeout: 15_000, interval: 20 };
const one = 'roomstatus/harbour/room-1/status';

async function device(more: IClientOptions = {}): Promise<MqttClient> {
  const options = { username: 'any', password: key, protocolVersion: 4, reconnectPeriod: 0, ...more } as const;
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, options);
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

test('a device that asks to hear thousands of topics gets some of them, and keeps nobody waiting', async () => {
  const looked = vi.spyOn(home.database.query, 'selectFrom');
  const greedy = await device();
  const filters = Array.from({ length: 1_000 }, (_, index) => `roomstatus/harbour/room-${index}/#`);
  await greedy.subscribeAsync(filters).catch(() => undefined);
  expect(looked.mock.calls.length).toBeLessThan(300);
  expect(await counted(metrics, 'dropped', 'too-many-subscriptions')).toBe(800);
  await greedy.publishAsync(one, 'in_bed', { qos: 1 });
  expect(await home.statusOf(small.streamA1x1)).toBe(5);
});

test('what a flood leaves behind when its device goes is given up, and counted', async () => {
  await home.database.query.updateTable('device_key').set({ rate_per_second: 1 }).execute();
  const flooder = await device();
  for (let index = 0; index < 100; index += 1) flooder.publish(one, `${index % 3}`, { qos: 0 });
  await vi.waitFor(async () => expect(await counted(metrics, 'delayed', 'throttled')).toBeGreaterThan(0), within);
  flooder.stream.destroy();
  await vi.waitFor(async () => {
    const [taken, gone] = [await counted(metrics, 'accepted'), await counted(metrics, 'dropped', 'gone')];
    expect(gone).toBeGreaterThan(80);
    expect(taken + gone).toBe(100);
  }, within);
});

test('strangers who hold connections open and say nothing keep no device out', async () => {
  const silent: Socket[] = [];
  for (let batch = 0; batch < 21; batch += 1) {
    const some = Array.from({ length: 100 }, () => connectTcp(port, '127.0.0.1').on('error', () => undefined));
    await Promise.all(some.map((socket) => new Promise((resolve) => void socket.once('connect', resolve))));
    silent.push(...some);
  }
  await vi.waitFor(async () => {
    expect(await counted(metrics, 'dropped', 'too-many-connections')).toBeGreaterThan(1_000);
  }, within);
  const client = await device();
  await client.publishAsync(one, 'in_bed', { qos: 1 });
  expect(await home.statusOf(small.streamA1x1)).toBe(5);
  for (const socket of silent) socket.destroy();
});

test('by coming and going all the time a device says no more than by reports', async () => {
  await home.database.query.updateTable('device_key').set({ rate_per_second: 1 }).execute();
  const will = { topic: one, payload: Buffer.from('man_down'), qos: 1 as const };
  for (let index = 0; index < 40; index += 1) (await device({ will })).stream.destroy();
  await vi.waitFor(async () => {
    const [taken, dropped] = [await counted(metrics, 'accepted'), await counted(metrics, 'dropped', 'too-many-wills')];
    expect(taken + dropped).toBe(40);
    expect(dropped).toBeGreaterThan(20);
  }, within);
});

test('a flood is slowed down and counted, and nothing of it is lost', async () => {
  await home.database.query.updateTable('device_key').set({ rate_per_second: 20 }).execute();
  const client = await device();
  const start = performance.now();
  const all = Array.from({ length: 220 }, (_, index) =>
    client.publishAsync(one, `{"status":5,"id":"${index}"}`, { qos: 1 }),
  );
  await Promise.all(all);
  // Ten seconds' worth at once, and the rest at its pace.
  expect(performance.now() - start).toBeGreaterThan(900);
  expect(await home.reports()).toHaveLength(220);
  expect(await counted(metrics, 'delayed', 'throttled')).toBeGreaterThan(0);
});

test('a packet that is far too long is not waited for', async () => {
  const client = await device();
  const cut = new Promise<void>((resolve) => void client.once('close', () => resolve()));
  client.publish(one, Buffer.alloc(2 * 1024 * 1024), { qos: 0 });
  await cut;
  expect(await counted(metrics, 'dropped', 'too-large')).toBe(1);
});

test('two keys under one client id do not throw each other out', async () => {
  const second = await home.key({ kind: 'location', uuid: small.locationB1 });
  const a = await device({ clientId: 'gateway' });
  await device({ clientId: 'gateway', password: second.key });
  await a.publishAsync(one, 'in_bed', { qos: 1 });
  expect(a.connected).toBe(true);
});

test('strange bytes end their own connection, and no other', async () => {
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
  await client.publishAsync(one, 'in_bed', { qos: 1 });
  expect(await home.statusOf(small.streamA1x1)).toBe(5);
});

test('topics and wills of every kind are taken or refused, and the broker lives', async () => {
  const strange = [
    '',
    'roomstatus//room-1/status',
    `${'a/'.repeat(150)}b`,
    'roomstatus/harbour/\0/status',
    '$share/x/y',
    'ünïcode/☃',
  ];
  for (const topic of strange) {
    const will = { topic: topic === '' ? 'x' : topic, payload: Buffer.from('offline'), qos: 1 as const };
    const client = await device({ will });
    client.publish(topic, 'x', { qos: 1 });
    client.stream.destroy();
  }
  const client = await device();
  await client.publishAsync(one, 'in_bed', { qos: 1 });
  expect(await home.statusOf(small.streamA1x1)).toBe(5);
});
