/** What a broker sends again after a connection is over, while it could not be stored. No message here has an id. */
import { connectAsync } from 'mqtt';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryBus } from '../../src/server/bus/bus-memory.ts';
import { AppError } from '../../src/server/shared/app-error.ts';
import { createReportReceiver } from '../../src/server/rooms/reports/receive-report.ts';
import { type MqttHome, startMqttHome } from '../support/mqtt/start-mqtt-intake.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { type OwnMosquitto, startOwnMosquitto } from '../support/mqtt/own-mosquitto.ts';

let mosquitto: OwnMosquitto;
let home: MqttHome;
let path: TcpProxy;
const database = { isAway: false, refused: [0] };
beforeEach(async () => {
  mosquitto = await startOwnMosquitto();
  home = await startMqttHome();
  path = await startTcpProxy(() => Number(new URL(mosquitto.url).port));
  await openServer();
});
afterEach(async () => {
  await home.close();
  await path.close();
  await mosquitto.close();
});

const within = { timeout: 15_000, interval: 20 };
const connections = (words = '') =>
  home.log.filter((line) => line.includes('connected to the MQTT broker') && line.includes(words)).length;
const statuses = async () => (await home.reports()).map(({ status }) => status);

async function openServer(): Promise<void> {
  const bus = createMemoryBus({ error: () => undefined });
  const { receive } = createReportReceiver({ database: home.database, bus, now: Date.now });
  database.isAway = true;
  database.refused = [];
  await home.open({
    brokerUrl: `mqtt://localhost:${path.port}`,
    overrides: {
      receive: async (items, sender) => {
        if (!database.isAway) return receive(items, sender);
        database.refused.push(items.length);
        throw new AppError('unavailable');
      },
    },
  });
  await vi.waitFor(() => expect(connections()).toBe(1), within);
}

async function say(qos: 0 | 1, ...words: readonly string[]): Promise<void> {
  const device = await connectAsync(mosquitto.url, { protocolVersion: 4 });
  for (const word of words) await device.publishAsync('roomstatus/harbour/room-1/status', word, { qos });
  await device.endAsync();
}

/** So many are tried in vain, all together. */
const isWaiting = (count: number) => vi.waitFor(() => expect(database.refused.at(-1)).toBe(count), within);

async function reconnect(): Promise<void> {
  const before = connections();
  path.cut();
  path.mend();
  await vi.waitFor(() => expect(connections()).toBe(before + 1), within);
}

test('the database is away over two reconnections: what the broker sends again is stored once, in its order', async () => {
  await say(1, 'in_bed', 'out_of_bed', 'man_down');
  await isWaiting(3);
  await reconnect();
  await isWaiting(3);
  await say(1, 'in_bathroom');
  await isWaiting(4);
  await reconnect();
  expect(connections('"sessionPresent":true')).toBe(2);
  database.refused = [];
  await isWaiting(4);
  database.isAway = false;
  await vi.waitFor(async () => expect(await statuses()).toContain(6), within);
  await say(1, 'in_bed');
  await vi.waitFor(async () => expect(await statuses()).toEqual([5, 3, 1, 6, 5]), within);
});

test('what the broker will not send again is kept over the end of the connection', async () => {
  await say(0, 'in_bed', 'man_down');
  await isWaiting(2);
  await reconnect();
  database.isAway = false;
  await vi.waitFor(async () => expect(await statuses()).toEqual([5, 1]), within);
});

test('what waits here is all there is of it when the broker has lost its memory', async () => {
  await say(1, 'in_bed', 'man_down');
  await isWaiting(2);
  await mosquitto.kill();
  await mosquitto.forget();
  await mosquitto.start();
  await vi.waitFor(() => expect(connections('"sessionPresent":false')).toBe(2), within);
  database.isAway = false;
  await vi.waitFor(async () => expect(await statuses()).toEqual([5, 1]), within);
});
