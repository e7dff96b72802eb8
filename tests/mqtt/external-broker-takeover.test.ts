/** Several processes of one database at one broker, and what happens when one of them, or all, are gone. */
import { connectAsync, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryBus } from '../../src/server/bus/bus-memory.ts';
import type { Database } from '../../src/server/database/database.ts';
import { AppError } from '../../src/server/shared/app-error.ts';
import { createReportReceiver } from '../../src/server/rooms/reports/receive-report.ts';
import { small } from '../support/homes/small-home.ts';
import { type MqttHome, startMqttHome } from '../support/mqtt/start-mqtt-intake.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { type OwnMosquitto, startOwnMosquitto } from '../support/mqtt/own-mosquitto.ts';

let mosquitto: OwnMosquitto;
let home: MqttHome;
let device: MqttClient;
const paths: TcpProxy[] = [];
beforeEach(async () => {
  mosquitto = await startOwnMosquitto();
  home = await startMqttHome();
  device = await connectAsync(mosquitto.url, { protocolVersion: 4 });
});
afterEach(async () => {
  await device.endAsync();
  await home.close();
  await Promise.all(paths.splice(0).map((path) => path.close()));
  await mosquitto.close();
});

const within = { timeout: 15_000, interval: 20 };
const sharingTimes = { everyMs: 100, silentMs: 800, quietMs: 300 };
const said = (words: string) => home.log.filter((line) => line.includes(words)).length;
const rows = async () => (await home.reports()).length;
const speakers = async () => {
  const found = await home.database.query.selectFrom('mqtt_session').select('client_id').execute();
  return found.map(({ client_id }) => Number(/\d+$/.exec(client_id)?.[0])).toSorted((a, b) => a - b);
};

/**
 * Without ids, so that what is taken twice is there twice; with them what was stored and not yet acknowledged when
 * its process died is there once.
 */
let told = 0;
async function say(count: number, { withIds = false } = {}): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    told += 1;
    const report = { status: told % 2 === 0 ? 'in_bed' : 'out_of_bed', ...(withIds && { id: String(told) }) };
    await device.publishAsync('roomstatus/harbour/room-1/status', JSON.stringify(report), { qos: 1 });
  }
}
const allOf = (count: number) => vi.waitFor(async () => expect(await rows()).toBe(count), within);

let names = 7_000;
const connections = () => said('connected to the MQTT broker');
/** One of several processes, whose ways to the broker and to the database can be cut. */
async function openProcess(more: Parameters<MqttHome['open']>[0] = {}) {
  const path = await startTcpProxy(() => Number(new URL(mosquitto.url).port));
  paths.push(path);
  const way = { isCut: false };
  const database: Database = {
    ...home.database,
    get query() {
      if (way.isCut) throw new Error('the database is away');
      return home.database.query;
    },
    isUnavailable: () => true,
  };
  const { name = (names += 1), overrides, ...others } = more;
  const before = connections();
  const running = await home.open({
    brokerUrl: `mqtt://localhost:${path.port}`,
    name,
    hasOthers: true,
    overrides: { database, sharingTimes, ...overrides },
    ...others,
  });
  await vi.waitFor(() => expect(connections()).toBe(before + 1), within);
  return {
    ...running,
    name,
    cutDatabase: () => void (way.isCut = true),
    mendDatabase: () => void (way.isCut = false),
    /** Nothing is heard of it any more, by anybody. */
    kill: () => {
      way.isCut = true;
      path.cut();
    },
  };
}

test('one of two is killed and never comes back: what is told meanwhile and afterwards is stored once', async () => {
  const [first, second] = [await openProcess(), await openProcess()];
  await say(10, { withIds: true });
  await allOf(10);
  first.kill();
  await say(20);
  await allOf(30);
  await vi.waitFor(async () => expect(await speakers()).toEqual([second.name]), within);
  expect(said('was taken over and ended')).toBe(1);
  await say(10);
  await allOf(40);
});

test('all are killed, and others come in their place: these take what was told meanwhile', async () => {
  const gone = [await openProcess(), await openProcess()];
  await say(2, { withIds: true });
  await allOf(2);
  for (const one of gone) one.kill();
  await say(20);
  const next = await openProcess();
  await allOf(22);
  await vi.waitFor(async () => expect(await speakers()).toEqual([next.name]), within);
  await say(5);
  await allOf(27);
});

test('all are stopped at once, and others come in their place: these take what was told meanwhile', async () => {
  const gone = [await openProcess(), await openProcess(), await openProcess()];
  await Promise.all(gone.map((one) => one.close()));
  expect(await speakers()).toHaveLength(1);
  await say(5);
  const next = await openProcess();
  await allOf(5);
  await vi.waitFor(async () => expect(await speakers()).toEqual([next.name]), within);
});

test('a process that comes back under its name while another takes what was for it has it again', async () => {
  const first = await openProcess();
  const bus = createMemoryBus({ error: () => undefined });
  const { receive } = createReportReceiver({ database: home.database, bus, now: Date.now });
  const state = { isAway: true, tries: 0 };
  await openProcess({
    overrides: {
      sharingTimes,
      receive: async (items, sender) => {
        if (!state.isAway) return receive(items, sender);
        state.tries += 1;
        throw new AppError('unavailable');
      },
    },
  });
  first.kill();
  await say(20);
  await vi.waitFor(() => expect(said('still holds is taken over')).toBe(1), within);
  await openProcess({ name: first.name });
  await vi.waitFor(() => expect(said('was not ended')).toBe(1), within);
  state.isAway = false;
  await allOf(20);
  expect(said('was taken over and ended')).toBe(0);
  await say(4);
  await allOf(24);
});

test('a process that cannot reach the database leaves its share to one that can, until it can again', async () => {
  const [first, second] = [await openProcess(), await openProcess()];
  first.cutDatabase();
  await say(20);
  await allOf(20);
  await vi.waitFor(async () => expect(await speakers()).toEqual([second.name]), within);
  await say(4);
  await allOf(24);
  first.mendDatabase();
  await vi.waitFor(async () => expect(await speakers()).toEqual([first.name, second.name]), within);
  await vi.waitFor(() => expect(said('connected to the MQTT broker again')).toBe(1), within);
  await say(4);
  await allOf(28);
});

test('what has waited for a process that is gone hides no fall, and a fall among it is told', async () => {
  const [first] = [await openProcess(), await openProcess()];
  first.kill();
  // To the living and to the dead in turns, in the one room so and in the other the other way round.
  const turns = [
    ['harbour/room-1', 'in_bed'],
    ['harbour/room-1', 'man_down'],
    ['beech/room-6', 'in_bed'],
    ['harbour/room-2', 'in_bed'],
    ['harbour/room-2', 'man_down'],
  ] as const;
  for (const [room, status] of turns) await device.publishAsync(`roomstatus/${room}/status`, status, { qos: 1 });
  await allOf(turns.length);
  expect(await Promise.all([small.streamA1x1, small.streamA1x2].map(home.statusOf))).toEqual([1, 1]);
});

test('a process that is alone says nothing of itself', async () => {
  await openProcess({ hasOthers: false });
  await say(1);
  await allOf(1);
  expect(await speakers()).toEqual([]);
});
