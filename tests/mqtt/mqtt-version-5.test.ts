/** Devices of MQTT 5 at the embedded broker: mqtt.js and mosquitto_pub, both as they come. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { connect, type IClientOptions, type IConnackPacket, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ensureServices } from '../../scripts/services/ensure-services.mjs';
import { everything, small } from '../support/homes/small-home.ts';
import { freePort } from '../../scripts/services/ports.ts';
import { counted, type MqttHome, startMqttHome } from '../support/mqtt/start-mqtt-intake.ts';

const run = promisify(execFile);
const harbour = { kind: 'location', uuid: small.locationA1 } as const;
const one = 'roomstatus/harbour/room-1/status';
const within = { timeout: 15_000, interval: 20 };

let home: MqttHome;
let port: number;
let metrics: Awaited<ReturnType<MqttHome['open']>>['metrics'];
const clients: MqttClient[] = [];

beforeEach(async () => {
  home = await startMqttHome();
  port = await freePort();
  ({ metrics } = await home.open({ port }));
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
  await home.close();
});

function open(options: IClientOptions): MqttClient {
  const client = connect(`mqtt://127.0.0.1:${port}`, { protocolVersion: 5, reconnectPeriod: 0, ...options });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

async function welcome(client: MqttClient): Promise<IConnackPacket> {
  return new Promise((resolve, reject) => {
    client.once('connect', resolve);
    client.once('error', reject);
  });
}

const codeOf = async (client: MqttClient) =>
  welcome(client).then(
    () => 'let in',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

test('what a device says is stored when it is acknowledged, with each quality of service and any properties', async () => {
  const { id, key } = await home.key(harbour);
  const client = open({ username: 'any', password: key });
  await welcome(client);
  await client.publishAsync(one, 'man_down', {
    qos: 1,
    properties: { userProperties: { from: 'mat' }, contentType: 'x' },
  });
  await client.publishAsync(one, '3', { qos: 2, properties: { messageExpiryInterval: 60 } });
  expect((await home.reports()).map(({ status, by }) => [status, by])).toEqual([
    [1, id],
    [3, id],
  ]);
  await client.publishAsync(one, '{"status"', { qos: 1 });
  expect(await counted(metrics, 'refused', 'malformed')).toBe(1);
});

test('it is told what the broker does not do, and its name when it has none', async () => {
  const { key } = await home.key(harbour);
  const named = await welcome(open({ username: 'any', password: key, clientId: 'mat-1', clean: false }));
  expect(named).toMatchObject({ reasonCode: 0, sessionPresent: false });
  expect(named.properties).toMatchObject({ sessionExpiryInterval: 0, sharedSubscriptionAvailable: false });
  expect(named.properties?.assignedClientIdentifier).toBeUndefined();
  const nameless = await welcome(open({ username: 'any', password: key, clientId: '' }));
  expect(nameless.properties?.assignedClientIdentifier).toMatch(/^[\da-f-]{36}$/);
});

test('who has no key that holds is refused in the words of MQTT 5', async () => {
  expect(await codeOf(open({ username: 'any', password: 'rsk_made-up' }))).toBe(0x86);
  expect(await codeOf(open({}))).toBe(0x86);
  expect(await counted(metrics, 'dropped', 'unauthenticated')).toBe(2);
  const { key } = await home.key(harbour);
  const other = open({ username: 'any', password: key, properties: { authenticationMethod: 'SCRAM-SHA-1' } });
  expect(await codeOf(other)).toBe(0x8c);
});

test('listening is allowed beneath its own location, refused elsewhere, and can be given up', async () => {
  const { key } = await home.key(harbour);
  const client = open({ username: 'any', password: key });
  await welcome(client);
  const heard: string[] = [];
  client.on('message', (topic, payload) => void heard.push(`${topic} ${payload.toString()}`));
  const [own, foreign] = await Promise.all([
    client.subscribeAsync('roomstatus/harbour/#', { qos: 1 }),
    client.subscribeAsync('roomstatus/beech/#').catch((error: unknown) => String(error)),
  ]);
  expect(own).toMatchObject([{ qos: 0 }]);
  expect(foreign).toMatch(/Not authorized/);
  await client.publishAsync(one, 'in_bed', { qos: 1 });
  await vi.waitFor(() => expect(heard).toEqual([`${one} in_bed`]), within);
  await client.unsubscribeAsync(['roomstatus/harbour/#', 'roomstatus/harbour/x']);
  await client.publishAsync(one, 'man_down', { qos: 1 });
  expect(heard).toHaveLength(1);
});

test('the last will is told when the device vanishes or asks for it, and not when it says goodbye', async () => {
  const { key } = await home.key(harbour);
  const will = { topic: 'roomstatus/harbour/room-1/availability', payload: Buffer.from('offline'), qos: 1 as const };
  const open5 = async () => {
    const client = open({ username: 'any', password: key, will: { ...will, properties: { willDelayInterval: 0 } } });
    await welcome(client);
    await client.publishAsync(one, 'in_bed', { qos: 1 });
    return client;
  };
  await (await open5()).endAsync();
  const asking = await open5();
  expect(await home.statusOf(small.streamA1x1)).toBe(5);
  await asking.endAsync(false, { reasonCode: 4 });
  await vi.waitFor(async () => expect(await home.statusOf(small.streamA1x1)).toBe(12), within);
  const vanishing = await open5();
  expect(await home.statusOf(small.streamA1x1)).toBe(5);
  vanishing.stream.destroy();
  await vi.waitFor(async () => expect(await home.statusOf(small.streamA1x1)).toBe(12), within);
});

test('mosquitto_pub speaks with it as it is, in each version', async () => {
  await ensureServices(['mosquitto']);
  const { key } = await home.key(everything);
  for (const [version, word, code] of [
    ['5', 'man_down', 1],
    ['311', 'in_bed', 5],
    ['31', 'out_of_bed', 3],
  ] as const) {
    const address = ['-h', '127.0.0.1', '-p', String(port), '-u', 'any', '-P', key];
    await run('mosquitto_pub', [...address, '-V', version, '-q', '1', '-t', one, '-m', word]);
    expect(await home.statusOf(small.streamA1x1), `version ${version}`).toBe(code);
  }
});
