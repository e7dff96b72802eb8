/** Nothing is lost at a broker of others while it, the data or one of the processes is away. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../../src/server/shared/app-error.ts';
import { type MosquittoHome, startMosquittoHome, within } from '../support/mqtt/mosquitto-home.ts';
import { small } from '../support/homes/small-home.ts';
import { startOwnMosquitto } from '../support/mqtt/own-mosquitto.ts';
import { counted } from '../support/mqtt/start-mqtt-intake.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

let at: MosquittoHome;
beforeEach(async () => {
  at = await startMosquittoHome();
});
afterEach(() => at.close());

const one = 'roomstatus/harbour/room-1/status';

test('nothing is acknowledged while the data cannot be stored, and nothing is lost', async () => {
  let isAway = true;
  const refused: number[] = [];
  const receive = at.receive();
  const name = at.newName();
  const process = await at.openClient({
    name,
    overrides: {
      receive: async (items, sender) => {
        if (!isAway) return receive(items, sender);
        refused.push(items.length);
        throw new AppError('unavailable');
      },
    },
  });
  for (const id of ['a', 'b', 'c']) await at.say(one, JSON.stringify({ status: 3, id }));
  await vi.waitFor(() => expect(refused.length).toBeGreaterThan(1), within);
  // Not even when the process is stopped meanwhile: the broker still has all of them.
  await process.close();
  expect(await at.home.reports()).toEqual([]);
  isAway = false;
  await at.openClient({ name });
  await vi.waitFor(async () => expect(await at.home.reports()).toHaveLength(3), within);
});

test('a connection that dies before the acknowledgement: the message comes again, and counts once', async () => {
  const path = await startTcpProxy(() => Number(new URL(at.mosquitto.url).port));
  let stored = 0;
  const receive = at.receive();
  await at.openClient({
    brokerUrl: `mqtt://localhost:${path.port}`,
    overrides: {
      receive: async (items, sender) => {
        const outcomes = await receive(items, sender);
        stored += 1;
        // Stored, and never acknowledged.
        if (stored === 1) path.cut();
        return outcomes;
      },
    },
  });
  await at.say(one, '{"status":"man_down","id":"fall-1"}');
  await vi.waitFor(() => expect(stored).toBe(1), within);
  path.mend();
  await vi.waitFor(() => expect(stored).toBe(2), within);
  expect(await at.toldOf(small.streamA1x1)).toHaveLength(1);
  await path.close();
});

test('a process that is stopped leaves its share to the others at once', async () => {
  const first = await at.openClient({ hasOthers: true });
  await at.openClient({ hasOthers: true });
  const sent: Promise<unknown>[] = [];
  const stop = { isDone: false };
  const stopping = first.close().then(() => (stop.isDone = true));
  for (let number = 0; !stop.isDone; number += 1) {
    const status = number % 2 === 0 ? 'in_bed' : 'out_of_bed';
    sent.push(at.say(one, status));
    await sent.at(-1);
  }
  await stopping;
  for (const status of ['in_bed', 'out_of_bed', 'in_bed', 'out_of_bed']) sent.push(at.say(one, status));
  await Promise.all(sent);
  await vi.waitFor(async () => expect(await at.home.reports()).toHaveLength(sent.length), within);
});

test('another installation at the same broker, and one that was stopped, takes nothing away', async () => {
  const [ours, trial] = [await at.openClient(), await at.openClient()];
  for (const status of ['in_bed', 'out_of_bed', 'in_bathroom', 'man_down']) await at.say(one, status);
  await vi.waitFor(async () => expect(await counted(ours.metrics, 'accepted')).toBe(4), within);
  await vi.waitFor(async () => expect(await counted(trial.metrics, 'accepted')).toBe(4), within);
  await trial.close();
  for (const status of ['in_bed', 'out_of_bed', 'in_bathroom', 'man_down']) await at.say(one, status);
  await vi.waitFor(async () => expect(await counted(ours.metrics, 'accepted')).toBe(8), within);
});

test('a process that becomes one of several hears each message once', async () => {
  const name = at.newName();
  const alone = await at.openClient({ name });
  await alone.close();
  const { metrics } = await at.openClient({ name, hasOthers: true });
  await vi.waitFor(() => expect(at.home.log.join('')).toContain('"sessionPresent":true'), within);
  await at.say(one, 'in_bed');
  await at.say(one, 'man_down');
  await vi.waitFor(async () => expect(await at.home.statusOf(small.streamA1x1)).toBe(1), within);
  expect(await counted(metrics, 'accepted')).toBe(2);
});

test('a broker that was away is said to be back, as loudly as that it was away', async () => {
  await at.mosquitto.stop();
  await at.home.open({ brokerUrl: at.mosquitto.url, name: at.newName() });
  const said = (words: string) => at.home.log.filter((line) => line.includes('"level":40') && line.includes(words));
  await vi.waitFor(() => expect(said('broker-away')).toHaveLength(1), within);
  await at.mosquitto.start();
  await vi.waitFor(() => expect(said('connected to the MQTT broker again')).toHaveLength(1), within);
});

test('a broker that refuses the password says so, and is not taken for one that is away', async () => {
  const strict = await startOwnMosquitto(['allow_anonymous false']);
  const url = strict.url.replace('mqtt://', 'mqtt://rooms:s3cret-word@');
  const { metrics } = await at.home.open({ brokerUrl: url, name: at.newName() });
  const why = 'the broker of MQTT_URL refuses the user or password in it (Not authorized)';
  await vi.waitFor(
    () => expect(at.home.log.join('')).toContain(`"msg":"messages of MQTT are not taken: ${why}"`),
    within,
  );
  expect(await counted(metrics, 'dropped', 'broker-refused')).toBeGreaterThan(0);
  expect(at.home.log.join('')).not.toMatch(/broker-away|cannot be reached|s3cret-word/);
  await at.home.stop();
  await strict.close();
});

test('what came while the process was away is taken when it is back', async () => {
  const name = at.newName();
  const first = await at.openClient({ name });
  await first.close();
  await at.say(one, 'man_down');
  expect(await at.home.reports()).toEqual([]);
  await at.home.open({ brokerUrl: at.mosquitto.url, name });
  await vi.waitFor(async () => expect(await at.home.statusOf(small.streamA1x1)).toBe(1), within);
});

test('a password in the address is in no log', async () => {
  const path = await startTcpProxy(() => 1);
  await at.home.open({ brokerUrl: `mqtt://room:s3cret-word@localhost:${path.port}` });
  await vi.waitFor(() => expect(at.home.log.join('')).toContain('broker-away'), within);
  expect(at.home.log.join('')).not.toContain('s3cret-word');
  await path.close();
});
