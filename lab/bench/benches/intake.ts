/** Measures what it costs to store a report durably. */
import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { type BenchServer, pidOf, postgresStorage, sqliteStorage, withServer } from '../bench-server.ts';
import type { Load } from '../load-generator.ts';
import { costRows, costSamples } from '../measure/costs.ts';
import { startCpuMeter } from '../measure/cpu-meter.ts';
import { countSyncs } from '../measure/syncs.ts';
import { withPeer } from '../peers/peer.ts';
import { type Bench, type BenchOptions, ours, type RowDefinition, type Sample } from '../row.ts';

const wardCount = 300;
const warmUpSeconds = 2;
const listLength = 100;
const oneByOne = { connections: 512 } as const;

const storages = ['SQLite', 'PostgreSQL'] as const;
type StorageName = (typeof storages)[number];
const fastify = 'empty Fastify route';
const lone = 'a report alone';
const bytesOfReport = 'disk space of a stored report';

/** Ways to send as many reports as possible. The goals are relative to the empty route of the same run. */
const ways: readonly { name: string; load: Omit<Load, 'seconds'>; goals: Record<StorageName, number> }[] = [
  { name: '512 senders of single reports', load: oneByOne, goals: { SQLite: 0.5, PostgreSQL: 0.33 } },
  ...[1, 2, 8].map((connections) => ({
    name: `reports in lists of ${listLength} on ${connections} ${connections === 1 ? 'connection' : 'connections'}`,
    load: { connections, batch: listLength },
    goals: { SQLite: 1, PostgreSQL: 1 },
  })),
  {
    name: 'reports as NDJSON on 1 connection',
    load: { connections: 1, lines: 1_000 },
    goals: { SQLite: 1, PostgreSQL: 1 },
  },
];

/** What the limits seem to be, from profiles of the server under these loads. */
const reasons: Readonly<Record<StorageName, string>> = {
  SQLite: 'The indexes of the log and the rules of the ingest take most of the time beyond that of the empty route.',
  PostgreSQL: 'The database shares the core of the load generator, and it is busy.',
};

const rowName = (way: string, storage: StorageName) => `${way}, ${storage}`;
const quantileName = (quantile: string, storage: StorageName) => rowName(`answer ${quantile} of one sender`, storage);
const syncs = (storage: StorageName) => rowName('syncs for each answered report of one sender', storage);
const bytesName = (storage: StorageName) => rowName(bytesOfReport, storage);
const notStored = 'acknowledged reports that are not stored exactly once';

const rows: readonly RowDefinition[] = [
  ...storages.flatMap((storage) => [
    { name: quantileName('p50', storage), unit: 'ms' },
    {
      name: quantileName('p99', storage),
      unit: 'ms',
      goal: { atMost: storage === 'SQLite' ? 1 : 2 },
      reason: 'The sync of the disk takes most of it, and its slowest ones set the p99.',
    },
    ...ways.map(({ name, goals }) => ({
      name: rowName(name, storage),
      unit: '1/s',
      goal: { atLeast: goals[storage], of: fastify },
      reason: reasons[storage],
    })),
  ]),
  ...storages.map((storage) => ({ name: syncs(storage), unit: '', goal: { atLeast: 1 } })),
  ...storages.map((storage) => ({ name: bytesName(storage), unit: 'bytes' })),
  ...costRows(lone, { SQLite: { atMost: 200 } }),
  { name: notStored, unit: '', goal: { atMost: 0 } },
];

export const intake: Bench = {
  name: 'intake',
  about: `Every report is new, has an id and a time, changes its room, and is answered once it is durable (SQLite: after a sync of its WAL; PostgreSQL: fsync and synchronous_commit on). There are ${wardCount * 35} rooms and no viewers. PostgreSQL shares the core of the load generator when the machine has two. The empty routes parse the body and answer.`,
  rows,
  measure: async (options) => {
    const samples: Sample[] = [];
    for (const startStorage of [sqliteStorage, postgresStorage])
      samples.push(...(await withServer({ wardCount, startStorage }, (server) => measureServer(server, options))));
    for (const name of [fastify, 'node:http'] as const) samples.push(...((await measurePeer(name, options)) ?? []));
    return samples;
  },
};

/** With all indexes. */
const sizeOfLog: Readonly<Record<StorageName, RawBuilder<{ value: number }>>> = {
  SQLite: sql`select sum(pgsize) as value from dbstat where name like '%report%'`,
  PostgreSQL: sql`select pg_total_relation_size('report') as value`,
};

async function measureServer(server: BenchServer, { seconds }: BenchOptions): Promise<Sample[]> {
  const { storage, load, app, databasePid } = server;
  const processes = { pid: pidOf(app), databasePid };
  const samples: Sample[] = [];
  let acknowledged = 0;
  const send = async (phase: Omit<Load, 'seconds'>, duration = seconds) => {
    const cpu = startCpuMeter(processes);
    const sent = await load.send({ ...phase, seconds: duration });
    acknowledged += sent.reports;
    return { sent, cost: cpu(sent.reports) };
  };
  // A warm-up, not measured: the server needs more processor time until its code is compiled.
  await send({ connections: 8 }, warmUpSeconds);
  const alone = await send({ connections: 1 });
  for (const quantile of ['p50', 'p99'] as const)
    samples.push({ row: quantileName(quantile, storage), subject: ours, value: alone.sent.answerMs[quantile] });
  samples.push(...costSamples(server, lone, alone.cost));
  for (const { name, load: phase } of ways) {
    const { sent, cost } = await send(phase);
    samples.push({ row: rowName(name, storage), subject: ours, value: sent.reportsPerSecond, cpuUs: cost.app });
  }
  let traced = 0;
  const syncCount = await countSyncs(databasePid ?? pidOf(app), async () => {
    // The tracer needs a moment to attach.
    await pause(500);
    traced = (await send({ connections: 1 }, 1)).sent.reports;
  });
  if (syncCount !== undefined) samples.push({ row: syncs(storage), subject: ours, value: syncCount / traced });
  await app.stop();
  const database = await server.openDatabase();
  const read = async (query: RawBuilder<{ value: number }>) =>
    Number((await query.execute(database.query)).rows[0]?.value);
  const stored = await read(sql`select count(*) as value from report`);
  const bytes = await read(sizeOfLog[storage]);
  await database.close();
  samples.push({ row: notStored, subject: ours, value: Math.abs(stored - acknowledged) });
  samples.push({ row: bytesName(storage), subject: ours, value: bytes / stored });
  return samples;
}

/** A peer does the same work for each way, so its single reports are compared with all ways. */
async function measurePeer(peer: typeof fastify | 'node:http', { seconds }: BenchOptions) {
  return withPeer(peer, wardCount, async ({ pid, load }) => {
    await load.send({ ...oneByOne, seconds: warmUpSeconds });
    const cpu = startCpuMeter({ pid });
    const sent = await load.send({ ...oneByOne, seconds });
    const [value, cpuUs] = [sent.reportsPerSecond, cpu(sent.reports).app];
    const compared = peer === fastify ? ways : ways.slice(0, 1);
    return compared.flatMap(({ name }) =>
      storages.map((storage) => ({ row: rowName(name, storage), subject: peer, value, cpuUs })),
    );
  });
}
