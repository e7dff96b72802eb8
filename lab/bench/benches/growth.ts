/** Measures whether a report costs more in a large home, or after years of reports. */
import { sql } from 'kysely';
import type { Database } from '../../../src/server/database/database.ts';
import { pidOf, roomsPerWard, type ServerOptions, storages, withServer } from '../bench-server.ts';
import { startCpuMeter } from '../measure/processes.ts';
import { type Bench, ours, type Sample } from '../row.ts';

const wardCount = 300;
const manyStreams = 1_000_000;
const manyReports = 10_000_000;
const small = 'small home without history';

const loads = {
  'a report alone': { connections: 1 },
  'a report of 32 senders': { connections: 32 },
  'a report in a list of 100': { connections: 2, batch: 100 },
} as const;
const homes: Readonly<Record<string, ServerOptions>> = {
  [`${manyStreams} streams`]: { wardCount: Math.ceil(manyStreams / roomsPerWard) },
  [`${manyReports} stored reports`]: { wardCount, prepare: fillLog },
};

const growthReason =
  'The rooms and ids of a larger home are on more pages, so the reports of a group share fewer of them. A report alone shares none in any home.';

const rowName = (load: string, home: string, storage: string) => `time of ${load} at ${home}, ${storage}`;

export const growth: Bench = {
  name: 'growth',
  about: `The same loads in a home of ${wardCount * roomsPerWard} streams without history, in one of ${manyStreams} streams, and in one with ${manyReports} stored reports of the last 90 days. The rows are created by SQL.`,
  rows: Object.keys(storages).flatMap((storage) =>
    Object.keys(homes).flatMap((home) =>
      Object.keys(loads).map((load) => ({
        name: rowName(load, home, storage),
        unit: 'µs',
        goal: { atMost: 1.2, of: small },
        reason: growthReason,
      })),
    ),
  ),
  isLong: true,
  maxRounds: 1,
  measure: async ({ seconds }) => {
    const samples: Sample[] = [];
    for (const [storage, startStorage] of Object.entries(storages)) {
      const base = await measureLoads({ wardCount, startStorage }, seconds);
      for (const [home, options] of Object.entries(homes)) {
        for (const [load, cost] of await measureLoads({ ...options, startStorage }, seconds)) {
          const row = rowName(load, home, storage);
          const baseCost = base.get(load) ?? { value: NaN };
          samples.push({ row, subject: ours, ...cost }, { row, subject: small, ...baseCost });
        }
      }
    }
    return samples;
  },
};

/** The time and the processor time of a report, by the name of the load. */
function measureLoads(options: ServerOptions, seconds: number) {
  return withServer(options, async ({ load, app }) => {
    await load.send({ connections: 8, batch: 10, seconds: 3 });
    const costs = new Map<string, Pick<Sample, 'value' | 'cpuUs'>>();
    for (const [name, phase] of Object.entries(loads)) {
      const cpu = startCpuMeter({ pid: pidOf(app) });
      const { reportsPerSecond, reports } = await load.send({ ...phase, seconds });
      costs.set(name, { value: 1e6 / reportsPerSecond, cpuUs: cpu(reports).app });
    }
    return costs;
  });
}

/** Stores the reports of all streams, in the order of time. */
async function fillLog({ kind, query }: Database): Promise<void> {
  const perStream = Math.ceil(manyReports / (wardCount * roomsPerWard));
  const perStatement = 10;
  const intervalMs = Math.floor((90 * 24 * 3_600_000) / perStream);
  const start = Date.now() - intervalMs * (perStream + 1);
  for (let first = 1; first <= perStream; first += perStatement) {
    await sql`
      with recursive moment(number) as (
        select cast(${sql.lit(first)} as bigint) union all select number + 1 from moment where number < ${sql.lit(first + perStatement - 1)}
      )
      insert into report (stream_uuid, report_id, status, notification, at, received_at, revision, device_key_id)
      select uuid, 'past ' || number, 3, 1, ${sql.lit(start)} + number * ${sql.lit(intervalMs)},
        ${sql.lit(start)} + number * ${sql.lit(intervalMs)}, number, 'past'
      from moment, stream`.execute(query);
  }
  if (kind !== 'postgres') return;
  // In a home that is years old this work of PostgreSQL is done long ago. Here it would run beside the measured reports.
  await sql`vacuum (analyze) report`.execute(query);
  await sql`checkpoint`.execute(query);
}
