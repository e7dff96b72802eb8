/** The connection to the broker breaks while the database is unavailable. The messages have no report ids. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../../src/server/shared/app-error.ts';
import { type MosquittoHome, startMosquittoHome, within } from '../support/mqtt/mosquitto-home.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

let at: MosquittoHome;
let proxy: TcpProxy;
/** The state of the database. `refused`: the number of messages in each failed attempt to store messages. */
const database = { isAvailable: false, refused: [0] };
beforeEach(async () => {
  at = await startMosquittoHome();
  proxy = await startTcpProxy(() => Number(new URL(at.mosquitto.url).port));
  const receive = at.createReceive();
  database.isAvailable = false;
  database.refused = [];
  await at.openReader({
    brokerUrl: `mqtt://localhost:${proxy.port}`,
    overrides: {
      receive: async (items, sender) => {
        if (database.isAvailable) return receive(items, sender);
        database.refused.push(items.length);
        throw new AppError('unavailable');
      },
    },
  });
});
afterEach(async () => {
  await at.close();
  await proxy.close();
});

const statuses = async () => (await at.home.reports()).map(({ status }) => status);

async function publish(qos: 0 | 1, ...words: readonly string[]): Promise<void> {
  for (const word of words) await at.publish('roomstatus/harbour/room-1/status', word, { qos });
}

const isWaiting = (count: number) => vi.waitFor(() => expect(database.refused.at(-1)).toBe(count), within);

async function reconnect(): Promise<void> {
  const before = at.logged('connected to the MQTT broker again');
  proxy.cut();
  proxy.mend();
  await vi.waitFor(() => expect(at.logged('connected to the MQTT broker again')).toBe(before + 1), within);
}

test('after two reconnections the messages that the broker delivered again are stored once and in order', async () => {
  await publish(1, 'in_bed', 'out_of_bed', 'man_down');
  await isWaiting(3);
  await reconnect();
  await isWaiting(3);
  await publish(1, 'in_bathroom');
  await isWaiting(4);
  await reconnect();
  expect(at.logged('"sessionPresent":true')).toBe(2);
  database.refused = [];
  await isWaiting(4);
  database.isAvailable = true;
  await vi.waitFor(async () => expect(await statuses()).toContain(6), within);
  await publish(1, 'in_bed');
  await vi.waitFor(async () => expect(await statuses()).toEqual([5, 3, 1, 6, 5]), within);
});

test('a QoS 0 message that was received and not yet stored survives a reconnection to the broker', async () => {
  await publish(0, 'in_bed', 'man_down');
  await isWaiting(2);
  await reconnect();
  database.isAvailable = true;
  await vi.waitFor(async () => expect(await statuses()).toEqual([5, 1]), within);
});

test('after the broker has lost its sessions, waiting messages are stored and new ones are received', async () => {
  await publish(1, 'in_bed', 'man_down');
  await isWaiting(2);
  await at.mosquitto.kill();
  await at.mosquitto.deleteSessions();
  await at.mosquitto.start();
  await vi.waitFor(() => expect(at.logged('"sessionPresent":false')).toBe(2), within);
  database.isAvailable = true;
  await vi.waitFor(async () => expect(await statuses()).toEqual([5, 1]), within);
  await publish(1, 'in_bathroom');
  await vi.waitFor(async () => expect(await statuses()).toEqual([5, 1, 6]), within);
});
