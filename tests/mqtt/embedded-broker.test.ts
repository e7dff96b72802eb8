import { connect, connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../../src/server/shared/app-error.ts';
import { createDeviceAuthenticator } from '../../src/server/intake/device-keys/device-authenticator.ts';
import { revokeDeviceKey } from '../../src/server/intake/device-keys/device-keys.ts';
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
beforeEach(async () => {
  home = await startMqttHome();
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
  await home.close();
});

const within = { timeout: 15_000, interval: 20 };
const harbour = { kind: 'location', uuid: small.locationA1 } as const;
const one = 'roomstatus/harbour/room-1/status';

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
/** The code with which a connection is refused. */
const refusalOf = (options: IClientOptions) =>
  new Promise<unknown>((resolve) => {
    const client = connect(`mqtt://127.0.0.1:${port}`, { protocolVersion: 4, reconnectPeriod: 0, ...options });
    clients.push(client);
    client.on('error', (error) => resolve('code' in error ? error.code : error));
    client.on('connect', () => resolve('let in'));
  });
const gone = (client: MqttClient) => new Promise<void>((resolve) => void client.once('close', () => resolve()));

test('a device with its key is heard: acknowledged means stored', async () => {
  await open();
  const { id, key } = await home.key(harbour);
  const client = await device(key);
  for (const qos of [1, 2] as const) await client.publishAsync(one, qos === 1 ? 'man_down' : '3', { qos });
  expect((await home.reports()).map(({ status, by }) => [status, by])).toEqual([
    [1, id],
    [3, id],
  ]);
  expect(await home.statusOf(small.streamA1x1)).toBe(3);
});

test('a key counts as used with each message, however long ago its device has come in', async () => {
  const used: string[] = [];
  const devices = createDeviceAuthenticator({ database: home.database, onUsed: (keyId) => void used.push(keyId) });
  await open({ devices });
  const { id, key } = await home.key(harbour);
  const client = await device(key);
  expect(used).toEqual([id]);
  await client.publishAsync(one, '3', { qos: 1 });
  expect(used).toEqual([id, id]);
});

test('nobody comes in without a key that holds', async () => {
  await open();
  const { id, key } = await home.key(everything);
  await revokeDeviceKey(home.database, id, Date.now());
  expect(await refusalOf({})).toBe(4);
  expect(await refusalOf({ username: 'admin', password: 'rsk_made-up' })).toBe(4);
  expect(await refusalOf({ username: 'any', password: key })).toBe(4);
  expect(await counted(metrics, 'dropped', 'unauthenticated')).toBe(3);
});

test('a key of one location moves nothing in another; the rest of what it says is taken', async () => {
  await open();
  const { key } = await home.key(harbour);
  const client = await device(key);
  await client.publishAsync('roomstatus/beech/room-6/status', 'man_down', { qos: 1 });
  await client.publishAsync('garden/gate', 'open', { qos: 1 });
  await client.publishAsync('$SYS/broker/version', 'mine', { qos: 1 });
  await client.publishAsync(one, 'x'.repeat(20_000), { qos: 1 });
  await client.publishAsync(one, '{"status"', { qos: 1 });
  await client.publishAsync(one, 'in_bed', { qos: 1 });
  expect(await home.statusOf(small.streamB1x1)).toBe(-1);
  expect(await home.statusOf(small.streamA1x1)).toBe(5);
  expect(await counted(metrics, 'refused', 'unknown-room')).toBe(1);
  expect(await counted(metrics, 'refused', 'too-long')).toBe(1);
  expect(await counted(metrics, 'refused', 'malformed')).toBe(1);
  expect(await counted(metrics, 'dropped', 'foreign-topic')).toBe(2);
});

test('a device hears its own location, and no other and nothing of the broker', async () => {
  await open();
  const { key } = await home.key(harbour);
  const [reader, writer] = [await device(key), await device(key)];
  const heard: string[] = [];
  reader.on('message', (topic) => heard.push(topic));
  const asked = ['roomstatus/harbour/#', 'roomstatus/beech/#', 'roomstatus/+/room-1/status', '#', '$SYS/#'];
  const granted: number[] = [];
  for (const filter of asked) {
    await reader.subscribeAsync(filter, { qos: 1 }).then(
      (grants) => granted.push(...grants.map(({ qos }) => qos)),
      () => granted.push(128),
    );
  }
  expect(granted).toEqual([1, 128, 128, 128, 128]);
  await writer.publishAsync('roomstatus/harbour/room-99/status', '3', { qos: 1 });
  await writer.publishAsync(one, '3', { qos: 1 });
  await vi.waitFor(() => expect(heard).toEqual([one]), within);
  const ofWard = await home.key({ kind: 'ward', uuid: small.wardA1x });
  const nurse = await device(ofWard.key);
  await expect(nurse.subscribeAsync('roomstatus/harbour/#')).rejects.toThrow('Unspecified error');
  expect((await nurse.subscribeAsync(one, { qos: 1 })).map(({ qos }) => qos)).toEqual([1]);
});

test('a device that vanishes leaves its last will: the room is unreachable; a farewell leaves none', async () => {
  await open();
  const { key } = await home.key(harbour);
  const will = { topic: 'roomstatus/harbour/room-1/availability', payload: Buffer.from('offline'), qos: 1 as const };
  const polite = await device(key, { will });
  await polite.publishAsync(one, 'in_bed', { qos: 1 });
  await polite.endAsync();
  const client = await device(key, { will, clientId: 'radar' });
  await client.publishAsync(one, 'in_bathroom', { qos: 1 });
  expect(await home.statusOf(small.streamA1x1)).toBe(6);
  client.stream.destroy();
  await vi.waitFor(async () => expect(await home.statusOf(small.streamA1x1)).toBe(12), within);
  const back = await device(key, { will, clientId: 'radar' });
  await back.publishAsync('roomstatus/harbour/room-1/availability', 'online', { qos: 1 });
  expect(await home.statusOf(small.streamA1x1)).toBe(6);
});

test('no will is believed when it is the server that goes', async () => {
  await open();
  const { key } = await home.key(harbour);
  const will = { topic: 'roomstatus/harbour/room-1/availability', payload: Buffer.from('offline'), qos: 1 as const };
  const client = await device(key, { will });
  await client.publishAsync(one, 'in_bed', { qos: 1 });
  const left = gone(client);
  await home.stop();
  await left;
  expect(await home.statusOf(small.streamA1x1)).toBe(5);
});

test('a key that is taken back ends its connections within seconds', async () => {
  await open();
  const { id, key } = await home.key(harbour);
  const client = await device(key);
  const cut = gone(client);
  await revokeDeviceKey(home.database, id, Date.now());
  await cut;
  expect(await counted(metrics, 'dropped', 'revoked-key')).toBe(1);
});

test('while the data cannot be stored nothing is acknowledged, and the device is sent off to come again', async () => {
  let isAway = true;
  await open({
    receive: async (items) => {
      if (isAway) throw new AppError('unavailable');
      return items.map(() => ({ outcome: 'accepted', revision: 1 }) as const);
    },
  });
  const { key } = await home.key(harbour);
  const client = await device(key, { reconnectPeriod: 50 });
  let isAcknowledged = false;
  const sent = client.publishAsync(one, 'man_down', { qos: 1 }).then(() => (isAcknowledged = true));
  await gone(client);
  expect(isAcknowledged).toBe(false);
  isAway = false;
  await sent;
  expect(await counted(metrics, 'accepted')).toBe(1);
});
