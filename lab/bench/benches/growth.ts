/** Measures whether a report costs more in a large home, or after years of reports. */
import { sql } from 'kysely';
import type { Database } from '../../../src/server/database/database.ts';
import {
  type BenchServer,
  pidOf,
  postgresStorage,
  type ServerOptions,
  sqliteStorage,
  withServer,
} from '../bench-server.ts';
import { startCpuMeter } from '../measure/cpu-meter.ts';
import { type Bench, ours, type RowDefinition, type Sample } from '../row.ts';

const smallWardCount = 300;
const manyStreams = 1_000_000;
const manyReports = 10_000_000;
const roomsPerWard = 35;
const small = 'small home without history';

const loads = {
  'a report alone': { connections: 1 },
  'a report of 32 senders': { connections: 32 },
  'a report in a list of 100': { connections: 2, batch: 100 },
} as const;
type LoadName = keyof typeof loads;

const sizes: readonly { name: string; loads: readonly LoadName[]; server: ServerOptions }[] = [
  {
    name: `${manyStreams} streams`,
    loads: ['a report alone', 'a report in a list of 100'],
    server: { wardCount: Math.ceil(manyStreams / roomsPerWard) },
  },
  {
    name: `${manyReports} stored reports`,
    loads: ['a report of 32 senders', 'a report in a list of 100'],
    server: { wardCount: smallWardCount, prepare: fillLog },
  },
];

const storages = { SQLite: sqliteStorage, PostgreSQL: postgresStorage } as const;
const rowName = (load: LoadName, size: string, storage: string) => `time of ${load} at ${size}, ${storage}`;
const rows: readonly RowDefinition[] = Object.keys(storages).flatMap((storage) =>
  sizes.flatMap((size) =>
    size.loads.map((load) => ({
      name: rowName(load, size.name, storage),
      unit: 'µs',
      goal: { atMost: 1.2, of: small },
    })),
  ),
);

export const growth: Bench = {
  name: 'growth',
  about: `The same loads in a home of ${smallWardCount * roomsPerWard} streams without history, in one of ${manyStreams} streams, and in one with ${manyReports} stored reports of the last 90 days. The rows are created by SQL.`,
  rows,
  isLong: true,
  maxRounds: 1,
  measure: async ({ seconds }) => {
    const samples: Sample[] = [];
    for (const [storage, startStorage] of Object.entries(storages)) {
      const measure = (server: ServerOptions) =>
        withServer({ ...server, startStorage }, (started) => measureLoads(started, seconds));
      const base = await measure({ wardCount: smallWardCount });
      for (const { name, loads: own, server } of sizes) {
        const grown = await measure(server);
        for (const load of own) {
          const row = rowName(load, name, storage);
          samples.push({ row, subject: ours, ...grown[load] }, { row, subject: small, ...base[load] });
        }
      }
    }
    return samples;
  },
};

type Costs = Record<LoadName, Pick<Sample, 'value' | 'cpuUs'>>;

async function measureLoads({ load, app }: BenchServer, seconds: number): Promise<Costs> {
  const measure = async (name: LoadName) => {
    const cpu = startCpuMeter({ pid: pidOf(app) });
    const { reportsPerSecond, reports } = await load.send({ ...loads[name], seconds });
    return { value: 1e6 / reportsPerSecond, cpuUs: cpu(reports).app };
  };
  await load.send({ connections: 8, batch: 10, seconds: 3 });
  return {
    'a report alone': await measure('a report alone'),
    'a report of 32 senders': await measure('a report of 32 senders'),
    'a report in a list of 100': await measure('a report in a list of 100'),
  };
}

/** Stores the reports of all streams, in the order of time. */
async function fillLog({ query }: Database): Promise<void> {
  const perStream = Math.ceil(manyReports / (smallWardCount * roomsPerWard));
  const perStatement = 10;
  const intervalMs = (90 * 24 * 3_600_000) / perStream;
  const start = Date.now() - intervalMs * (perStream + 1);
  for (let first = 1; first <= perStream; first += perStatement) {
    await sql`
      with recursive moment(number) as (
        select cast(${sql.lit(first)} as bigint) union all select number + 1 from moment where number < ${sql.lit(first + perStatement - 1)}
      )
      insert into report (stream_uuid, report_id, status, notification, at, received_at, revision, device_key_id)
      select uuid, 'past ' || number, 3, 1, ${sql.lit(start)} + number * ${sql.lit(Math.floor(intervalMs))},
        ${sql.lit(start)} + number * ${sql.lit(Math.floor(intervalMs))}, number, 'past'
      from moment, stream`.execute(query);
  }
}
