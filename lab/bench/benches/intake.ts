/** Measures what it costs to store a report durably. */
import { type RawBuilder, sql } from 'kysely';
import { type BenchServer, pidOf, processesOf, storages, withServer } from '../bench-server.ts';
import type { Load } from '../load-generator.ts';
import { costName, costRows, costSamples } from '../measure/costs.ts';
import { startCpuMeter } from '../measure/processes.ts';
import { withPeer } from '../peers/peer.ts';
import { type Bench, type BenchOptions, ours, type RowDefinition, type Sample } from '../row.ts';

const wardCount = 300;
const warmUpSeconds = 2;
const listLength = 100;

type StorageName = BenchServer['storage'];
const storageNames = ['SQLite', 'PostgreSQL'] as const;
const fastify = 'empty Fastify route';
const smallest = 'smallest intake';
const lone = 'a report alone';
const singles = '512 senders of single reports';

/** The ways to send as many reports as possible. A goal is a ratio to the rate of the empty route in the same run. */
const ways: readonly { name: string; load: Omit<Load, 'seconds'>; goals?: Record<StorageName, number> }[] = [
  { name: singles, load: { connections: 512 }, goals: { SQLite: 0.5, PostgreSQL: 0.33 } },
  { name: `reports in lists of ${listLength} on 2 connections`, load: { connections: 2, batch: listLength } },
];

/** What probably limits each figure, from profiles of the server under these loads. */
const reasons = {
  SQLite:
    'Each report changes two pages that it shares with hardly any other report of its group: the index of the ids and its room. Writing these pages and running the statements takes about as long as the empty route: the smallest intake misses this goal too. With a page cache of 64 MiB, or with a checkpoint at 32 or 64 MiB instead of 16, storing takes 0.96 to 1.02 of this.',
  PostgreSQL: 'The database shares the core of the load generator, and it is busy.',
} as const;

/** Why single reports miss their goals, for each storage. */
const singlesReasons = {
  SQLite:
    'The smallest intake misses this goal too: reading a request, storing a report and answering take more than two empty routes. The rest is the key, the limits, the checks, the rules, and the updates for the boards.',
  PostgreSQL:
    'The database shares the core of the load generator, and it is busy. The server needs about four times the processor time of a report in a list, because each request has a key, limits, a place in the queue and an answer of its own.',
} as const;

const aloneReason =
  'The smallest intake misses this goal too, because a report alone pays for a whole transaction with its sync. Room Status also checks the key, the limits, the report and its id, applies the rules, and publishes the update. Other work takes this code out of the caches of the processor between two reports, so it takes several times what it takes under load. Of 512 senders a group shares the transaction.';

const rowName = (what: string, storage: StorageName) => `${what}, ${storage}`;
const what = {
  p50: 'answer p50 of one sender',
  p99: 'answer p99 of one sender',
  bytes: 'disk space of a stored report',
} as const;
const notStored = 'acknowledged reports that are not stored exactly once';

const rows: readonly RowDefinition[] = [
  ...storageNames.flatMap((storage) => [
    { name: rowName(what.p50, storage), unit: 'ms' },
    {
      name: rowName(what.p99, storage),
      unit: 'ms',
      goal: { atMost: storage === 'SQLite' ? 1 : 2 },
      reason: 'The sync of the disk takes most of it, and its slowest ones set the p99.',
    },
    ...ways.map(({ name, goals = { SQLite: 1, PostgreSQL: 1 } }) => ({
      name: rowName(name, storage),
      unit: '1/s',
      goal: { atLeast: goals[storage], of: fastify },
      reason: (name === singles ? singlesReasons : reasons)[storage],
    })),
    { name: rowName(what.bytes, storage), unit: 'bytes' },
  ]),
  ...costRows(lone, { SQLite: { atMost: 200 } }, aloneReason),
  { name: notStored, unit: '', goal: { atMost: 0 } },
];

export const intake: Bench = {
  name: 'intake',
  about: `Every report is new, has an id and a time, changes its room, and is answered once it is durable (SQLite: after a sync of its WAL; PostgreSQL: fsync and synchronous_commit on). There are ${wardCount * 35} rooms and no viewers. PostgreSQL shares the core of the load generator when the machine has two. The empty Fastify route parses the body and answers. The smallest intake stores each report in the same tables and answers it after the same sync, and does nothing else.`,
  rows,
  measure: async (options) => {
    const samples: Sample[] = [];
    for (const startStorage of Object.values(storages))
      samples.push(...(await withServer({ wardCount, startStorage }, (server) => measureServer(server, options))));
    return [...samples, ...(await measureEmptyRoute(options)), ...(await measureSmallest(options))];
  },
};

async function measureServer(server: BenchServer, { seconds }: BenchOptions): Promise<Sample[]> {
  const { storage, load, app } = server;
  const samples: Sample[] = [];
  const add = (name: string, value: number, cpuUs?: number) =>
    samples.push({ row: rowName(name, storage), subject: ours, value, ...(cpuUs !== undefined && { cpuUs }) });
  let acknowledged = 0;
  const send = async (phase: Omit<Load, 'seconds'>, duration = seconds) => {
    const cpu = startCpuMeter(processesOf(server));
    const sent = await load.send({ ...phase, seconds: duration });
    acknowledged += sent.reports;
    return { sent, cost: cpu(sent.reports) };
  };
  // The warm-up is not measured: the server needs more processor time until its code is compiled.
  await send({ connections: 8 }, warmUpSeconds);
  const alone = await send({ connections: 1 });
  add(what.p50, alone.sent.answerMs.p50);
  add(what.p99, alone.sent.answerMs.p99);
  samples.push(...costSamples(server, lone, alone.cost));
  for (const { name, load: phase } of ways) {
    const { sent, cost } = await send(phase);
    add(name, sent.reportsPerSecond, cost.app);
  }
  await app.stop();
  const { stored, bytes } = await readLog(server);
  add(what.bytes, bytes / stored);
  samples.push({ row: notStored, subject: ours, value: Math.abs(stored - acknowledged) });
  return samples;
}

/** Returns the number of stored reports, and the bytes of the report log with all its indexes. */
async function readLog({ storage, openDatabase }: BenchServer) {
  const database = await openDatabase();
  const read = async (query: RawBuilder<{ value: number }>) =>
    Number((await query.execute(database.query)).rows[0]?.value);
  const size =
    storage === 'SQLite'
      ? sql<{ value: number }>`select sum(pgsize) as value from dbstat where name like '%report%'`
      : sql<{ value: number }>`select pg_total_relation_size('report') as value`;
  const log = { stored: await read(sql`select count(*) as value from report`), bytes: await read(size) };
  await database.close();
  return log;
}

/** Measures the empty route. It does the same work for a list as for one report, so all ways are compared with it. */
function measureEmptyRoute({ seconds }: BenchOptions) {
  return withPeer(fastify, wardCount, async ({ service, load }): Promise<Sample[]> => {
    await load.send({ connections: 512, seconds: warmUpSeconds });
    const cpu = startCpuMeter({ pid: pidOf(service) });
    const sent = await load.send({ connections: 512, seconds });
    const figure = { subject: fastify, value: sent.reportsPerSecond, cpuUs: cpu(sent.reports).app };
    return ways.flatMap(({ name }) => storageNames.map((storage) => ({ row: rowName(name, storage), ...figure })));
  });
}

/** Measures the smallest intake: what storing a report costs without keys, checks, limits, alerts and boards. */
function measureSmallest({ seconds }: BenchOptions) {
  return withPeer(smallest, wardCount, async ({ service, load }): Promise<Sample[]> => {
    await load.send({ connections: 512, seconds: warmUpSeconds });
    const send = async (phase: Omit<Load, 'seconds'>) => {
      const cpu = startCpuMeter({ pid: pidOf(service) });
      const sent = await load.send({ ...phase, seconds });
      return { subject: smallest, value: sent.reportsPerSecond, cpuUs: cpu(sent.reports).app };
    };
    const { cpuUs } = await send({ connections: 1 });
    const samples: Sample[] = [{ row: costName(lone, 'SQLite'), subject: smallest, value: cpuUs }];
    for (const { name, load: phase } of ways) {
      samples.push({ row: rowName(name, 'SQLite'), ...(await send(phase)) });
    }
    return samples;
  });
}
