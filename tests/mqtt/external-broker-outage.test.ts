import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../../src/server/shared/app-error.ts';
import { small } from '../support/homes/small-home.ts';
import { type MosquittoHome, startMosquittoHome, within } from '../support/mqtt/mosquitto-home.ts';
import { startOwnMosquitto } from '../support/mqtt/mosquitto.ts';
import { counted, startMqttHome } from '../support/mqtt/start-mqtt-intake.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

let at: MosquittoHome;
beforeEach(async () => {
  at = await startMosquittoHome();
});
afterEach(() => at.close());

const topic = 'roomstatus/harbour/room-1/status';

test('a process that stops while the database is unavailable leaves its messages with the broker', async () => {
  const refused: number[] = [];
  const process = await at.openReader({
    overrides: {
      receive: async (items) => {
        refused.push(items.length);
        throw new AppError('unavailable');
      },
    },
  });
  for (const id of ['a', 'b', 'c']) await at.publish(topic, JSON.stringify({ status: 3, id }));
  await vi.waitFor(() => expect(refused.length).toBeGreaterThan(1), within);
  await process.close();
  expect(await at.home.reports()).toEqual([]);
  await at.openReader();
  await vi.waitFor(async () => expect(await at.home.reports()).toHaveLength(3), within);
});

test('a message with a report id is stored once when the broker connection breaks between its commit and its acknowledgement', async () => {
  const proxy = await startTcpProxy(() => Number(new URL(at.mosquitto.url).port));
  let commits = 0;
  const receive = at.createReceive();
  await at.openReader({
    brokerUrl: `mqtt://localhost:${proxy.port}`,
    overrides: {
      receive: async (items, sender) => {
        const outcomes = await receive(items, sender);
        commits += 1;
        if (commits === 1) proxy.cut();
        return outcomes;
      },
    },
  });
  await at.publish(topic, '{"status":"man_down","id":"fall-1"}');
  await vi.waitFor(() => expect(commits).toBe(1), within);
  proxy.mend();
  await vi.waitFor(() => expect(commits).toBe(2), within);
  expect(await at.reportsOf(small.streamA1x1)).toHaveLength(1);
  await proxy.close();
});

test('two installations that read the same broker both receive every message', async () => {
  const other = await startMqttHome();
  const { metrics: ours } = await at.openReader();
  const { metrics: theirs } = await other.open({ brokerUrl: at.mosquitto.url });
  await vi.waitFor(() => expect(other.log.join('')).toContain('connected to the MQTT broker'), within);
  for (const status of ['in_bed', 'out_of_bed', 'in_bathroom', 'man_down']) await at.publish(topic, status);
  for (const metrics of [ours, theirs]) {
    await vi.waitFor(async () => expect(await counted(metrics, 'accepted')).toBe(4), within);
  }
  await other.close();
});

test('an unreachable external broker and the connection after its return are logged as warnings, without the password', async () => {
  await at.mosquitto.stop();
  await at.home.open({ brokerUrl: at.mosquitto.url.replace('mqtt://', 'mqtt://room:s3cret-word@') });
  const warnings = (words: string) =>
    at.home.log.filter((line) => line.includes('"level":"warn"') && line.includes(words));
  await vi.waitFor(() => expect(warnings('broker-away')).toHaveLength(1), within);
  await at.mosquitto.start();
  await vi.waitFor(() => expect(warnings('connected to the MQTT broker again')).toHaveLength(1), within);
  expect(at.logged('s3cret-word')).toBe(0);
});

test('the log says that the broker refuses the password and names the client id, and does not contain the password', async () => {
  const strict = await startOwnMosquitto(['allow_anonymous false']);
  const url = strict.url.replace('mqtt://', 'mqtt://rooms:s3cret-word@');
  const { metrics } = await at.home.open({ brokerUrl: url });
  const reason = 'the external broker refuses the user name or password';
  await vi.waitFor(() => expect(at.logged(reason)).toBe(1), within);
  expect(at.logged('Connection refused: Not authorized')).toBe(1);
  expect(at.logged('"clientId":"room-status-')).toBe(1);
  expect(await counted(metrics, 'dropped', 'broker-refused')).toBeGreaterThan(0);
  expect(at.home.log.join('')).not.toMatch(/broker-away|cannot be reached|s3cret-word/);
  await at.home.stop();
  await strict.close();
});
