import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect, connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../../src/server/shared/app-error.ts';
import { createDeviceAuthenticator } from '../../src/server/intake/device-keys/device-authenticator.ts';
import { revokeDeviceKey } from '../../src/server/intake/device-keys/device-keys.ts';
import { createEquipment } from '../../src/server/intake/equipment/equipment.ts';
import { readEquipmentFile } from '../../src/server/intake/equipment/file/equipment-file.ts';
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
/** Connects. Resolves with the return code of the refusal. */
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
  // The connection and each message count as a use of the key.
  expect(used).toEqual([id, id, id]);
});

test('a fall that reaches the embedded broker 25 minutes late opens an alert', async () => {
  await open();
  const client = await device((await home.key(harbour)).key);
  const at = new Date(Date.now() - 25 * 60_000).toISOString();
  await client.publishAsync(topic, JSON.stringify({ status: 'man_down', at }), { qos: 1 });
  const events = home.database.query.selectFrom('alert_event').select(['stream_uuid as stream', 'event']);
  expect(await events.execute()).toEqual([{ stream: small.streamA1x1, event: 'opened' }]);
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

test('an MQTT client may subscribe only to topics of a location or a room in the scope of its key', async () => {
  await open();
  const { key } = await home.key(harbour);
  const [reader, writer] = [await device(key), await device(key)];
  const received: string[] = [];
  reader.on('message', (name) => received.push(name));
  const filters = ['roomstatus/harbour/#', 'roomstatus/beech/#', 'roomstatus/+/room-1/status', '#', '$SYS/#'];
  const granted: number[] = [];
  for (const filter of filters) {
    await reader.subscribeAsync(filter, { qos: 1 }).then(
      (grants) => granted.push(...grants.map(({ qos }) => qos)),
      () => granted.push(128),
    );
  }
  expect(granted).toEqual([1, 128, 128, 128, 128]);
  await writer.publishAsync('roomstatus/harbour/room-99/status', '3', { qos: 1 });
  await writer.publishAsync(topic, '3', { qos: 1 });
  await vi.waitFor(() => expect(received).toEqual([topic]), within);
  const wardKey = await home.key({ kind: 'ward', uuid: small.wardA1x });
  const wardClient = await device(wardKey.key);
  await expect(wardClient.subscribeAsync('roomstatus/harbour/#')).rejects.toThrow('Unspecified error');
  expect((await wardClient.subscribeAsync(topic, { qos: 1 })).map(({ qos }) => qos)).toEqual([1]);
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
  // Without intervals no periodic check finds the revoked key.
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

test('a device that publishes for a room that does not exist is remembered with its key', async () => {
  await open();
  const { id, key } = await home.key(harbour);
  const client = await device(key);
  await client.publishAsync('roomstatus/harbour/room-77/status', 'in_bed', { qos: 1 });
  const readRows = () => home.database.query.selectFrom('unknown_room').selectAll().execute();
  await expect
    .poll(readRows, within)
    .toMatchObject([{ key_id: id, room: 'harbour/room-77', status: 5, channel: 'mqtt' }]);
});

test('a device of a product that is in no room is remembered with its key, its connection and its message', async () => {
  const file = join(import.meta.dirname, '../../src/server/intake/equipment/samples/equipment.yaml');
  const connections = readEquipmentFile(file).map((one) => ({ ...one, topic: `roomstatus/harbour/${one.topic}` }));
  await open({ equipment: createEquipment(connections) });
  const { id, key } = await home.key(harbour);
  const client = await device(key);
  await client.publishAsync('roomstatus/harbour/zigbee2mqtt/motion_99', '{"occupancy":true}', { qos: 1 });
  await client.publishAsync('roomstatus/harbour/zigbee2mqtt/lamp', '{"state":"ON"}', { qos: 1 });
  const readRows = () => home.database.query.selectFrom('unknown_room').selectAll().execute();
  const uses = JSON.stringify([{ bed: 'motion_99' }, { bathroom: 'motion_99' }, { presence: 'motion_99' }]);
  await expect
    .poll(readRows, within)
    .toMatchObject([
      { key_id: id, room: 'motion_99', status: null, connection: 'zigbee', message: '{"occupancy":true}', uses },
    ]);
});

test('a gateway that is online does not hide its offline sensor, and refused equipment messages are logged with their topic', async () => {
  const file = join(import.meta.dirname, '../../src/server/intake/equipment/samples/equipment.yaml');
  const connections = readEquipmentFile(file).map((one) => ({ ...one, topic: `roomstatus/harbour/${one.topic}` }));
  await open({ equipment: createEquipment(connections) });
  const client = await device((await home.key(harbour)).key);
  const entity = (name: string) => `roomstatus/harbour/homeassistant/binary_sensor/${name}/state`;
  const statuses: number[] = [];
  for (const [at, payload] of [
    [entity('bath_12'), 'on'],
    [entity('bed_12'), 'unavailable'],
    ['roomstatus/harbour/homeassistant/available', 'online'],
    [entity('bath_12'), 'off'],
    [entity('bed_12'), ''],
    [entity('bed_12'), 'open'],
  ] as const) {
    await client.publishAsync(at, payload, { qos: 1 });
    statuses.push(await home.statusOf(small.streamA1x1));
  }
  expect(statuses).toEqual([6, 12, 12, 12, 12, 12]);
  const refused = home.log.find((line) => line.includes('report refused')) ?? '';
  expect(JSON.parse(refused)).toMatchObject({ level: 'warn', topic: entity('bed_12'), field: 'payload' });
  expect(await counted(metrics, 'refused', 'invalid')).toBe(1);
  expect(await counted(metrics, 'dropped', 'empty-payload')).toBe(1);
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

test('the embedded broker keeps no session, even if a client asks for a persistent one', async () => {
  await open();
  const { key } = await home.key(harbour);
  const options = { clientId: 'radar', clean: false, protocolVersion: 4 } as const;
  const first = await device(key, options);
  await first.subscribeAsync('roomstatus/harbour/#', { qos: 1 });
  await first.endAsync();
  const second = connect(`mqtt://127.0.0.1:${port}`, { username: 'any', password: key, ...options });
  clients.push(second);
  const sessionPresent = await new Promise(
    (resolve) => void second.once('connect', (ack) => resolve(ack.sessionPresent)),
  );
  expect(sessionPresent).toBe(false);
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
