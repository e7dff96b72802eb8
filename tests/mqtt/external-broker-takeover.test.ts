/** One process of an installation reads the external broker. Another process takes over when the first one is gone. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../../src/server/database/database.ts';
import { AppError } from '../../src/server/shared/app-error.ts';
import { small } from '../support/homes/small-home.ts';
import { type MosquittoHome, startMosquittoHome, within } from '../support/mqtt/mosquitto-home.ts';
import type { ProcessOptions } from '../support/mqtt/start-mqtt-intake.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

let at: MosquittoHome;
const proxies: TcpProxy[] = [];
beforeEach(async () => {
  at = await startMosquittoHome();
  published = 0;
});
afterEach(async () => {
  await at.close();
  await Promise.all(proxies.splice(0).map((proxy) => proxy.close()));
});

/** These times are shorter than the defaults, and long enough for a slow machine. */
const leaseTimes = { renewIntervalMs: 50, validMs: 600, takeoverAfterMs: 900 };

let published = 0;
/** Publishes reports. By default they have ids, because the broker repeats a message that was stored and not acknowledged. */
async function publish(count: number, { withIds = true } = {}): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    published += 1;
    const report = { status: published % 2 === 0 ? 'in_bed' : 'out_of_bed', ...(withIds && { id: String(published) }) };
    await at.publish('roomstatus/harbour/room-1/status', JSON.stringify(report));
  }
}
const allAreStored = () => vi.waitFor(async () => expect((await at.home.reports()).length).toBe(published), within);

/** Starts a process whose connections to the broker and to the database can be cut. */
async function openProcess({ overrides }: ProcessOptions = {}) {
  const proxy = await startTcpProxy(() => Number(new URL(at.mosquitto.url).port));
  proxies.push(proxy);
  const path = { isCut: false };
  const database: Database = {
    ...at.home.database,
    get query() {
      if (path.isCut) throw new Error('the database is unavailable');
      return at.home.database.query;
    },
    isFailure: () => true,
  };
  const running = await at.home.open({
    brokerUrl: `mqtt://localhost:${proxy.port}`,
    overrides: { database, leaseTimes, ...overrides },
  });
  return {
    ...running,
    cutDatabase: () => void (path.isCut = true),
    mendDatabase: () => void (path.isCut = false),
    /** Cuts both connections, so that the process looks killed to the other processes. */
    kill: () => {
      path.isCut = true;
      proxy.cut();
    },
  };
}

async function openReader(options?: ProcessOptions) {
  const process = await openProcess(options);
  await connected(1);
  return process;
}

const connected = (count: number) =>
  vi.waitFor(() => expect(at.logged('connected to the MQTT broker')).toBe(count), within);

test('only one process reads the broker, and after its stop another one takes over without a lost or doubled message', async () => {
  // No process takes over before the stop: messages without an id that the broker delivers again are stored twice.
  const overrides = { leaseTimes: { renewIntervalMs: 50, validMs: 300_000, takeoverAfterMs: 600_000 } };
  const first = await openReader({ overrides });
  await openProcess({ overrides });
  await publish(3, { withIds: false });
  const stop = { isDone: false };
  const stopping = first.close().then(() => (stop.isDone = true));
  while (!stop.isDone) await publish(1, { withIds: false });
  await stopping;
  await publish(4, { withIds: false });
  await allAreStored();
  await connected(2);
});

test('when the process that reads the broker cannot reach the database, another process takes over', async () => {
  const first = await openReader();
  await openProcess();
  first.cutDatabase();
  await publish(20);
  await vi.waitFor(() => expect(at.logged('this process takes over')).toBe(1), within);
  await allAreStored();
});

test('messages that the reading process could not store are stored once by the process that takes over', async () => {
  const receive = at.createReceive();
  const state = { isAvailable: false, attempts: 0 };
  const first = await openReader({
    overrides: {
      leaseTimes,
      receive: async (items, sender) => {
        state.attempts += 1;
        if (!state.isAvailable) throw new AppError('unavailable');
        return receive(items, sender);
      },
    },
  });
  for (const status of ['in_bed', 'man_down']) await at.publish('roomstatus/harbour/room-1/status', status);
  await vi.waitFor(() => expect(state.attempts).toBeGreaterThan(0), within);
  await openProcess();
  first.cutDatabase();
  await vi.waitFor(async () => expect((await at.home.reports()).length).toBe(2), within);
  first.mendDatabase();
  state.isAvailable = true;
  const { attempts } = state;
  await at.publish('roomstatus/harbour/room-1/status', 'in_bathroom');
  await vi.waitFor(
    async () => expect((await at.home.reports()).map(({ status }) => status)).toEqual([5, 1, 6]),
    within,
  );
  expect(state.attempts).toBe(attempts);
});

test('a fall that was published while no process read the broker is shown, with a notification', async () => {
  const first = await openReader();
  first.kill();
  for (const status of ['out_of_bed', 'in_bathroom', 'man_down']) {
    await at.publish('roomstatus/harbour/room-1/status', status);
  }
  await openProcess();
  await vi.waitFor(async () => expect(await at.home.statusOf(small.streamA1x1)).toBe(1), within);
  const last = (await at.home.reports()).at(-1);
  expect([last?.status, last?.notification]).toEqual([1, 1]);
});
