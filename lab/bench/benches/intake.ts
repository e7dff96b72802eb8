/** Measures what it costs to store a report durably, for each protocol. */
import { setTimeout as pause } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import { createNdjsonConnection } from '../../shared/ndjson-connection.ts';
import { type BenchServer, measureOnBoth } from '../bench-server.ts';
import { call } from '../load/call.ts';
import { newReports } from '../load/new-reports.ts';
import { repeatFor } from '../load/repeat.ts';
import { startCpuMeter } from '../measure/cpu-meter.ts';
import { costFigures, type Figure } from '../measure/figures.ts';

export const aboutIntake =
  'Every report is new, changes its card, and is answered once it is durable (SQLite: synchronous=FULL; PostgreSQL: fsync and synchronous_commit on). There are no viewers.';

/** A way to send reports or heartbeats, such as MQTT with one connection. */
interface Way {
  readonly name: string;
  /** Sends for so many seconds and returns how many reports or heartbeats were accepted. */
  readonly send: (seconds: number) => Promise<number>;
}

const wardCount = 300;
const listLength = 100;
const concurrency = 100;
const answerTimeoutMs = 30_000;
/** The server writes a heartbeat only when the stored heartbeat of the room is older than this (ingest-batch.ts). */
const heartbeatWriteIntervalMs = 5_500;

export function measureIntake(seconds: number): Promise<Figure[]> {
  return measureOnBoth(wardCount, async (server) => {
    const figures: Figure[] = [];
    const ways = reportWays(server);
    // A warm-up, not measured: the server needs more processor time until its code is compiled.
    for (const way of ways) await way.send(1.5);
    for (const way of ways) figures.push(...(await measureWay(server, way, seconds)));
    await sendHeartbeats(server);
    await pause(heartbeatWriteIntervalMs);
    const name = `heartbeats, lists of ${listLength}, 2 connections`;
    return [...figures, ...(await measureWay(server, { name, send: () => sendHeartbeats(server) }, seconds))];
  });
}

async function measureWay(server: BenchServer, { name, send }: Way, seconds: number): Promise<Figure[]> {
  const start = performance.now();
  const cost = startCpuMeter(server);
  const accepted = await send(seconds);
  const perSecond = accepted / ((performance.now() - start) / 1000);
  return [
    { subject: server.name, way: name, measure: 'accepted', value: perSecond, unit: '1/s' },
    ...costFigures(server, name, 'CPU each', cost(accepted)),
  ];
}

function reportWays({ url, mqttPort, home }: BenchServer): readonly Way[] {
  const { deviceKey, location } = home;
  const reports = newReports(home.rooms);
  const report = () => reports.next().value;
  const list = () => Array.from({ length: listLength }, report);
  const post = (body: unknown) => call(`${url}/api/reports`, { bearer: deviceKey, body: JSON.stringify(body) });
  return [
    { name: 'HTTP, one by one, 1 connection', send: (seconds) => repeatFor(seconds, 1, () => post(report())) },
    { name: 'HTTP, one by one, 16 connections', send: (seconds) => repeatFor(seconds, 16, () => post(report())) },
    {
      name: `HTTP, lists of ${listLength}, 2 connections`,
      send: async (seconds) => listLength * (await repeatFor(seconds, 2, () => post(list()))),
    },
    {
      name: `NDJSON, 1 connection, ${concurrency} under way`,
      send: async (seconds) => {
        const lines = createNdjsonConnection(url, deviceKey, answerTimeoutMs);
        const count = await repeatFor(seconds, concurrency, () => lines.send([report()]));
        lines.close();
        return count;
      },
    },
    {
      name: `MQTT QoS 1, 1 connection, ${concurrency} under way`,
      send: async (seconds) => {
        const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { username: 'bench', password: deviceKey });
        const count = await repeatFor(seconds, concurrency, () => {
          const { stream, ...payload } = report();
          const topic = `roomstatus/${location}/${stream}/status`;
          return client.publishAsync(topic, JSON.stringify(payload), { qos: 1 });
        });
        await client.endAsync();
        return count;
      },
    },
  ];
}

/** Sends one heartbeat of each room, on two connections. */
async function sendHeartbeats({ url, home }: BenchServer): Promise<number> {
  const rooms = home.rooms.map(({ uuid }) => uuid);
  const lists = Array.from({ length: Math.ceil(rooms.length / listLength) }, (_none, index) =>
    rooms.slice(index * listLength, (index + 1) * listLength),
  ).values();
  const sendLists = async (): Promise<void> => {
    for (const list of lists)
      await call(`${url}/api/heartbeat`, { bearer: home.deviceKey, body: JSON.stringify(list) });
  };
  await Promise.all([sendLists(), sendLists()]);
  return rooms.length;
}
