import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { connect, connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../../src/server/shared/app-error.ts';
import { createDeviceAuthenticator } from '../../src/server/devices/keys/device-authenticator.ts';
import { revokeDeviceKey } from '../../src/server/devices/keys/device-keys.ts';
import { everything, small } from '../support/homes/small-home.ts';
import { counted, type MqttHome, startMqttHome } from '../support/mqtt/start-mqtt-intake.ts';
import { freePort } from '../../scripts/services/ports.ts';

let home: MqttHome;
let port: number;
let metrics: Awaited<ReturnType<MqttHome['open']>>['metrics'];
const clients: MqttClient[] = [];
const open = async (overrides: Parameters<MqttHome['open']>[0]['overrides'] = {}) => {
  port = await freePort();
  ({ metrics } = await home.open({ port, overrides }));
};
const run = promisify(execFile);
beforeEach(async () => {
  home = await startMqttHome();
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
  await home.close();
});

const within = { timeout: 40_000, interval: 20 };
const harbour = { kind: 'location', uuid: small.locationA1 } as const;
const topic = 'roomstatus/harbour/room-1/status';
const availability = 'roomstatus/harbour/room-1/availability';
const will = { topic: availability, payload: Buffer.from('offline'), qos: 1 as const };

async function device(password: string, more: IClientOptions = {}): Promise<MqttClient> {
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
    username: 'any',
    password,
    protocolVersion: 4,
    reconnectPeriod: 0,
    ...more,
  });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}
/** Connects a client. Resolves with the return code with which the broker refuses it. */
const refusalOf = (options: IClientOptions) =>
  new Promise<unknown>((resolve) => {
    const client = connect(`mqtt://127.0.0.1:${port}`, { protocolVersion: 4, reconnectPeriod: 0, ...options });
    clients.push(client);
    client.on('error', (error) => resolve('code' in error ? error.code : error));
    client.on('connect', () => resolve('accepted'));
  });
const disconnected = (client: MqttClient) => new Promise<void>((resolve) => void client.once('close', () => resolve()));

test('a report with QoS 1 or 2 is stored before the embedded broker acknowledges it', async () => {
  const used: string[] = [];
  const devices = createDeviceAuthenticator({ database: home.database, onUsed: (keyId) => void used.push(keyId) });
  await open({ devices });
  const { id, key } = await home.key(harbour);
  const client = await device(key);
  for (const qos of [1, 2] as const) await client.publishAsync(topic, qos === 1 ? 'man_down' : '3', { qos });
  expect((await home.reports()).map(({ status, by }) => [status, by])).toEqual([
    [1, id],
    [3, id],
  ]);
  expect(await home.statusOf(small.streamA1x1)).toBe(3);
  // The connection and each message count as a use of the device key.
  expect(used).toEqual([id, id, id]);
});

test('the embedded broker refuses a client without a valid device key', async () => {
  await open();
  const { id, key } = await home.key(everything);
  await revokeDeviceKey(home.database, id, Date.now());
  expect(await refusalOf({})).toBe(4);
  expect(await refusalOf({ username: 'admin', password: 'rsk_made-up' })).toBe(4);
  expect(await refusalOf({ username: 'any', password: key })).toBe(4);
  expect(await counted(metrics, 'dropped', 'unauthenticated')).toBe(3);
});

test('MQTT messages outside the scope of the key or on unknown topics are refused, and the next report is stored', async () => {
  await open();
  const { key } = await home.key(harbour);
  const client = await device(key);
  await client.publishAsync('roomstatus/beech/room-6/status', 'man_down', { qos: 1 });
  await client.publishAsync('garden/gate', 'open', { qos: 1 });
  await client.publishAsync('$SYS/broker/version', 'mine', { qos: 1 });
  await client.publishAsync(topic, 'x'.repeat(20_000), { qos: 1 });
  await client.publishAsync(topic, '{"status"', { qos: 1 });
  await client.publishAsync(topic, 'in_bed', { qos: 1 });
  expect(await home.statusOf(small.streamB1x1)).toBe(-1);
  expect(await home.statusOf(small.streamA1x1)).toBe(5);
  expect(await counted(metrics, 'refused', 'unknown-room')).toBe(1);
  expect(await counted(metrics, 'refused', 'too-long')).toBe(1);
  expect(await counted(metrics, 'refused', 'malformed')).toBe(1);
  expect(await counted(metrics, 'dropped', 'foreign-topic')).toBe(2);
});

test('no client of the embedded broker may subscribe, and the messages of a client that tried are still stored', async () => {
  await open();
  const { key } = await home.key(harbour);
  const client = await device(key);
  for (const filter of ['#', '$SYS/#', 'roomstatus/harbour/#', topic])
    await expect(client.subscribeAsync(filter)).rejects.toThrow('Unspecified error');
  await client.publishAsync(topic, 'in_bed', { qos: 1 });
  expect(await home.statusOf(small.streamA1x1)).toBe(5);
});

test('the last will of a device makes its room unreachable, unless the device ended its connection with DISCONNECT', async () => {
  await open();
  const { key } = await home.key(harbour);
  const orderly = await device(key, { will });
  await orderly.publishAsync(topic, 'in_bed', { qos: 1 });
  await orderly.endAsync();
  const client = await device(key, { will, clientId: 'radar' });
  await client.publishAsync(topic, 'in_bathroom', { qos: 1 });
  expect(await home.statusOf(small.streamA1x1)).toBe(6);
  client.stream.destroy();
  await vi.waitFor(async () => expect(await home.statusOf(small.streamA1x1)).toBe(12), within);
  const back = await device(key, { will, clientId: 'radar' });
  await back.publishAsync(availability, 'online', { qos: 1 });
  expect(await home.statusOf(small.streamA1x1)).toBe(6);
});

test.each([
  ['the server stops', () => home.stop(), 0],
  ['its device key is revoked', (keyId: string) => revokeDeviceKey(home.database, keyId, Date.now()), 1],
])('an MQTT client is disconnected within seconds when %s, and its last will is ignored', async (_, act, revoked) => {
  await open();
  const { id, key } = await home.key(harbour);
  const client = await device(key, { will });
  await client.publishAsync(topic, 'in_bed', { qos: 1 });
  const closed = disconnected(client);
  await act(id);
  await closed;
  expect(await counted(metrics, 'dropped', 'revoked-key')).toBe(revoked);
  await home.stop();
  expect(await home.statusOf(small.streamA1x1)).toBe(5);
});

test('an MQTT client is disconnected at once when this process has revoked its device key', async () => {
  // Without intervals no periodic check finds the revoked key, so only the call that revokes it can disconnect the client.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const devices = createDeviceAuthenticator({ database: home.database });
  await open({ devices });
  const { id, key } = await home.key(harbour);
  const other = await device((await home.key(harbour)).key);
  const client = await device(key);
  const closed = disconnected(client);
  await revokeDeviceKey(home.database, id, Date.now());
  devices.forget(id);
  await closed;
  await other.publishAsync(topic, 'in_bed', { qos: 1 });
  expect(await refusalOf({ username: 'any', password: key })).toBe(4);
  vi.useRealTimers();
});

test('while the database is unavailable, an MQTT message is not acknowledged and no last will is stored', async () => {
  let isUnavailable = true;
  await open({
    receive: async (items) => {
      if (isUnavailable) throw new AppError('unavailable');
      return items.map(() => ({ outcome: 'accepted', revision: 1 }) as const);
    },
  });
  const { key } = await home.key(harbour);
  const client = await device(key, { reconnectPeriod: 50, will });
  let isAcknowledged = false;
  const sent = client.publishAsync(topic, 'man_down', { qos: 1 }).then(() => (isAcknowledged = true));
  await disconnected(client);
  expect(isAcknowledged).toBe(false);
  isUnavailable = false;
  await sent;
  await home.stop();
  expect(await counted(metrics, 'accepted')).toBe(1);
});

test('a device that reconnects before its old connection has ended does not become unreachable', async () => {
  await open();
  const { key } = await home.key(harbour);
  const options = { clientId: 'radar', will };
  const old = await device(key, options);
  await old.publishAsync(topic, 'in_bed', { qos: 1 });
  const closed = disconnected(old);
  const back = await device(key, options);
  await closed;
  await back.publishAsync(availability, 'online', { qos: 1 });
  expect((await home.reports()).map(({ status }) => status)).toEqual([5]);
});

test('while the database is unavailable the embedded broker refuses a client with return code 3, which means: retry', async () => {
  const devices = createDeviceAuthenticator({ database: home.database });
  await open({ devices: { ...devices, authenticateKey: () => Promise.reject(new AppError('unavailable')) } });
  expect(await refusalOf({ username: 'any', password: 'rsk' })).toBe(3);
});

test('mosquitto_pub can report with MQTT 3.1, and its connection with MQTT 5 is refused and logged', async () => {
  await open();
  const { key } = await home.key(harbour);
  const publish = (version: string) => {
    const address = ['-h', '127.0.0.1', '-p', String(port), '-u', 'any', '-P', key];
    return run('mosquitto_pub', [...address, '-V', version, '-q', '1', '-t', topic, '-m', 'out_of_bed']);
  };
  await publish('31');
  expect(await home.statusOf(small.streamA1x1)).toBe(3);
  await expect(publish('5')).rejects.toThrow(/Unsupported Protocol Version/);
  await vi.waitFor(async () => expect(await counted(metrics, 'dropped', 'unsupported-version')).toBe(1), within);
  expect(home.log.join('')).toContain('the client speaks MQTT 5 and the embedded broker only 3.1.1');
});
