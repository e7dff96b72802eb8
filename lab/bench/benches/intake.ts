/** What it costs to take a report in, durably, by each way; with peers that do less, as a floor. */
import { setTimeout as pause } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import pg from 'pg';
import { createHttpCaller } from '../clients/http-caller.ts';
import { sendLines } from '../clients/line-client.ts';
import { repeatFor } from '../clients/repeat-for.ts';
import { createReportMaker } from '../clients/report-maker.ts';
import type { Figure } from '../measure/figures.ts';
import { watchCost } from '../measure/process-cost.ts';
import { measureMosquitto } from '../subjects/mosquitto-peer.ts';
import { measurePgbench } from '../subjects/pgbench-peer.ts';
import { type BenchServer, startBenchServer, type SubjectKind } from '../subjects/room-status.ts';

export const aboutIntake =
  'Every report is new, changes its card, and is answered once it is durable (SQLite: synchronous=FULL; PostgreSQL: fsync and synchronous_commit on). Nobody watches. pgbench writes one row of the same form in one statement on the same PostgreSQL; Mosquitto acknowledges QoS 1 and writes its memory to disk every half hour: no report is durable there.';

/** One way to bring reports in: does so for a while, and returns how many were taken. */
interface Way {
  readonly name: string;
  /** What has to be waited for before; without it, a short run goes before. */
  readonly ready?: () => Promise<void>;
  readonly bring: (seconds: number) => Promise<number>;
}

const wards = 300;
const listLength = 100;
/** A sign of life is written when the last is older than this (store-incoming.ts), as in life it is. Milliseconds. */
const writtenAgainAfterMs = 5_500;

export async function measureIntake(seconds: number): Promise<Figure[]> {
  const onSqlite = await measureOn('sqlite', seconds, async () => []);
  const onPostgres = await measureOn('postgres', seconds, async ({ postgres }) =>
    postgres === undefined ? [] : measurePgbench(postgres, seconds),
  );
  return [...onSqlite, ...onPostgres, ...(await measureMosquitto(seconds))];
}

async function measureOn(
  kind: SubjectKind,
  seconds: number,
  peer: (server: BenchServer) => Promise<readonly Figure[]>,
): Promise<Figure[]> {
  const server = await startBenchServer(kind, wards);
  try {
    const figures: Figure[] = [];
    const networkPaths = waysTo(server);
    // The compiler of the engine takes its time, whatever comes first.
    for (const way of networkPaths.filter(({ ready }) => ready === undefined)) await way.bring(1.5);
    for (const way of networkPaths) {
      await (way.ready?.() ?? way.bring(0.5));
      figures.push(...(await measureWay(server, way, seconds)));
    }
    return [...figures, ...(await peer(server))];
  } finally {
    await server.close();
  }
}

async function measureWay({ name, pid, postgres }: BenchServer, way: Way, seconds: number): Promise<Figure[]> {
  const figure = (measure: string, value: number, unit: string): Figure => ({
    subject: name,
    way: way.name,
    measure,
    value,
    unit,
  });
  const before = postgres === undefined ? undefined : await writtenAhead(postgres.url);
  const app = watchCost(pid);
  const database = postgres === undefined ? undefined : watchCost(postgres.pid);
  const taken = await way.bring(seconds);
  const took = app.seconds();
  const figures = [figure('taken', taken / took, '1/s'), figure('CPU each', app.cpuMicroseconds() / taken, 'us')];
  if (postgres === undefined || database === undefined || before === undefined) return figures;
  const databaseCpu = database.cpuMicroseconds();
  const after = await writtenAhead(postgres.url);
  return [
    ...figures,
    figure('database CPU each', databaseCpu / taken, 'us'),
    figure('write-ahead log each', (after - before) / taken, 'bytes'),
  ];
}

function waysTo({ port, mqttPort, home }: BenchServer): readonly Way[] {
  const maker = createReportMaker(home.rooms);
  const bearer = home.deviceKey;
  const byHttp = (connections: number, each: number, path: string, body: () => string) => async (seconds: number) => {
    const caller = createHttpCaller({ port, bearer, connections });
    const calls = await repeatFor(seconds, connections, () => caller.post(path, body()));
    caller.close();
    return calls * each;
  };
  const oneReport = () => JSON.stringify(maker.next().report);
  const reports = () => JSON.stringify(maker.many(listLength));
  return [
    { name: 'HTTP, one by one, 1 connection', bring: byHttp(1, 1, '/api/reports', oneReport) },
    { name: 'HTTP, one by one, 16 connections', bring: byHttp(16, 1, '/api/reports', oneReport) },
    { name: `HTTP, lists of ${listLength}, 2 connections`, bring: byHttp(2, listLength, '/api/reports', reports) },
    {
      name: 'NDJSON, 1 connection, 100 under way',
      bring: (seconds) => sendLines({ port, bearer, seconds, underWay: 100, nextLine: oneReport }),
    },
    { name: 'MQTT QoS 1, 1 connection, 100 under way', bring: byMqtt },
    { name: 'heartbeats, one by one, 16 connections', ready, bring: () => oncePerRoom(16, 1) },
    { name: `heartbeats, lists of ${listLength}, 2 connections`, ready, bring: () => oncePerRoom(2, listLength) },
  ];

  async function ready(): Promise<void> {
    await pause(writtenAgainAfterMs);
  }

  async function oncePerRoom(connections: number, each: number): Promise<number> {
    const caller = createHttpCaller({ port, bearer, connections });
    let next = 0;
    const one = async (): Promise<void> => {
      while (next < home.rooms.length) {
        const rooms = home.rooms.slice(next, (next += each)).map(({ uuid }) => uuid);
        await caller.post('/api/heartbeat', JSON.stringify(rooms));
      }
    };
    await Promise.all(Array.from({ length: connections }, one));
    caller.close();
    return home.rooms.length;
  }

  async function byMqtt(seconds: number): Promise<number> {
    const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { username: 'bench', password: bearer });
    const published = await repeatFor(seconds, 100, () => {
      const { room, report } = maker.next();
      const payload = JSON.stringify({ id: report.id, status: report.status });
      return client.publishAsync(`roomstatus/${home.locationAlias}/${room.alias}/status`, payload, { qos: 1 });
    });
    await client.endAsync();
    return published;
  }
}

/** Bytes of PostgreSQL's log of changes since its beginning. */
async function writtenAhead(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ bytes: string }>(
    "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes",
  );
  await client.end();
  return Number(rows[0]?.bytes);
}
