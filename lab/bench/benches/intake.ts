/** The cost of storing a report durably, for each protocol. */
import { setTimeout as pause } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import pg from 'pg';
import { createNdjsonConnection } from '../../shared/ndjson-connection.ts';
import { type BenchServer, type DatabaseKind, startBenchServer } from '../bench-server.ts';
import { createHttpCaller } from '../clients/http-caller.ts';
import { repeatFor } from '../clients/repeat.ts';
import { createReportMaker } from '../clients/report-maker.ts';
import { type Figure, figuresOf } from '../measure/figures.ts';
import { startCostMeter } from '../measure/process-cost.ts';

export const aboutIntake =
  'Every report is new, changes its card, and is answered once it is durable (SQLite: synchronous=FULL; PostgreSQL: fsync and synchronous_commit on). There are no viewers.';

/** One protocol. */
interface Way {
  readonly name: string;
  /** What to wait for before each run; without it, a short run warms up. */
  readonly prepare?: () => Promise<void>;
  /** Sends for so many seconds and returns how many reports or heartbeats were accepted. */
  readonly send: (seconds: number) => Promise<number>;
}

const wardCount = 300;
const listLength = 100;
const concurrency = 100;
const answerTimeoutMs = 30_000;
/** A heartbeat is written only when the stored one is older than this (ingest-batch.ts). */
const heartbeatWriteIntervalMs = 5_500;

export async function measureIntake(seconds: number): Promise<Figure[]> {
  return [...(await measureOn('sqlite', seconds)), ...(await measureOn('postgres', seconds))];
}

async function measureOn(kind: DatabaseKind, seconds: number): Promise<Figure[]> {
  const server = await startBenchServer(kind, wardCount);
  try {
    const figures: Figure[] = [];
    const ways = waysTo(server);
    // Warms up the just-in-time compiler.
    for (const way of ways.filter(({ prepare }) => prepare === undefined)) await way.send(1.5);
    for (const way of ways) {
      await (way.prepare?.() ?? way.send(0.5));
      figures.push(...(await measureWay(server, way, seconds)));
    }
    return figures;
  } finally {
    await server.close();
  }
}

async function measureWay({ name, pid, postgres }: BenchServer, way: Way, seconds: number): Promise<Figure[]> {
  const figure = figuresOf(name, way.name);
  const logBytesBefore = postgres === undefined ? 0 : await writeAheadLogBytes(postgres.url);
  const app = startCostMeter(pid);
  const database = postgres === undefined ? undefined : startCostMeter(postgres.pid);
  const accepted = await way.send(seconds);
  const elapsed = app.seconds();
  const figures = [
    figure('taken', accepted / elapsed, '1/s'),
    figure('CPU each', app.cpuMicroseconds() / accepted, 'us'),
  ];
  if (postgres === undefined || database === undefined) return figures;
  const databaseCpu = database.cpuMicroseconds();
  const logBytes = (await writeAheadLogBytes(postgres.url)) - logBytesBefore;
  return [
    ...figures,
    figure('database CPU each', databaseCpu / accepted, 'us'),
    figure('write-ahead log each', logBytes / accepted, 'bytes'),
  ];
}

function waysTo(server: BenchServer): readonly Way[] {
  const { port, url, home } = server;
  const makeReport = createReportMaker(home.rooms);
  const bearer = home.deviceKey;
  const byHttp = (connections: number, each: number, body: () => unknown) => async (seconds: number) => {
    const caller = createHttpCaller({ port, bearer });
    const post = () => caller.post('/api/reports', JSON.stringify(body()));
    const calls = await repeatFor(seconds, connections, post);
    return calls * each;
  };
  const byLines = async (seconds: number) => {
    const lines = createNdjsonConnection(url, bearer, answerTimeoutMs);
    const count = await repeatFor(seconds, concurrency, () => lines.send([report()]));
    lines.close();
    return count;
  };
  const report = () => makeReport().report;
  const list = () => Array.from({ length: listLength }, report);
  const prepare = () => pause(heartbeatWriteIntervalMs);
  return [
    { name: 'HTTP, one by one, 1 connection', send: byHttp(1, 1, report) },
    { name: 'HTTP, one by one, 16 connections', send: byHttp(16, 1, report) },
    { name: `HTTP, lists of ${listLength}, 2 connections`, send: byHttp(2, listLength, list) },
    { name: 'NDJSON, 1 connection, 100 under way', send: byLines },
    { name: 'MQTT QoS 1, 1 connection, 100 under way', send: (seconds) => sendByMqtt(server, makeReport, seconds) },
    { name: 'heartbeats, one by one, 16 connections', prepare, send: () => sendHeartbeats(server, 16, 1) },
    {
      name: `heartbeats, lists of ${listLength}, 2 connections`,
      prepare,
      send: () => sendHeartbeats(server, 2, listLength),
    },
  ];
}

/** One heartbeat of each room. */
async function sendHeartbeats({ port, home }: BenchServer, connections: number, each: number): Promise<number> {
  const caller = createHttpCaller({ port, bearer: home.deviceKey });
  let next = 0;
  const send = async (): Promise<void> => {
    while (next < home.rooms.length) {
      const rooms = home.rooms.slice(next, (next += each)).map(({ uuid }) => uuid);
      await caller.post('/api/heartbeat', JSON.stringify(rooms));
    }
  };
  await Promise.all(Array.from({ length: connections }, send));
  return home.rooms.length;
}

async function sendByMqtt(
  { mqttPort, home }: BenchServer,
  makeReport: ReturnType<typeof createReportMaker>,
  seconds: number,
): Promise<number> {
  const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { username: 'bench', password: home.deviceKey });
  const published = await repeatFor(seconds, concurrency, () => {
    const { room, report } = makeReport();
    const payload = JSON.stringify({ id: report.id, status: report.status });
    return client.publishAsync(`roomstatus/${home.locationAlias}/${room.alias}/status`, payload, { qos: 1 });
  });
  await client.endAsync();
  return published;
}

/** Bytes that PostgreSQL has written to its write-ahead log since it was created. */
async function writeAheadLogBytes(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ bytes: string }>(
    "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes",
  );
  await client.end();
  return Number(rows[0]?.bytes);
}
