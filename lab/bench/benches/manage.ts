/** Measures what managers do in a home of 10,000 rooms, and for how long the reports of devices wait meanwhile. */
import { call, quantileOf } from '../../shared/calls.ts';
import { inTurn } from '../../shared/present.ts';
import { type BenchServer, processesOf, storages, withServer } from '../bench-server.ts';
import { largeHomeFile, removal, renames, roomCount } from '../large-home/large-home.ts';
import { addManager, createManagerCall } from '../large-home/manager-calls.ts';
import { startCpuMeter } from '../measure/processes.ts';
import { type Bench, ours, type Sample } from '../row.ts';

const repetitions = 20;
/** Works without a goal show a bar on the page. */
const works = {
  'the preview': {},
  'the import': {},
  'a search': { goal: { atMost: 200 } },
  'a rename': { goal: { atMost: 200 } },
  'the deletion': {},
} as const;
type Work = keyof typeof works;
const kinds = ['SQLite', 'PostgreSQL'] as const;
type Kind = (typeof kinds)[number];

const waitName = (work: string, kind: Kind) => `p95 of ${work} in 10,000 rooms, ${kind}`;
const reportName = (work: string, kind: Kind) => `longest wait of a report during ${work} in 10,000 rooms, ${kind}`;

export const manage: Bench = {
  name: 'manage',
  about: `An administrator imports ${roomCount} rooms in 10 locations and 100 wards from CSV, after the difference was shown, then searches and renames ${repetitions} times each, and removes all rooms. One device sends a report, and the next one when the report is answered.`,
  rows: kinds.flatMap((kind) =>
    Object.entries(works).flatMap(([work, goal]) => [
      { name: waitName(work, kind), unit: 'ms', ...goal },
      { name: reportName(work, kind), unit: 'ms', goal: { atMost: 200 } },
    ]),
  ),
  maxRounds: 1,
  measure: async () => [...(await measureOn('SQLite')), ...(await measureOn('PostgreSQL'))],
};

async function measureOn(kind: Kind): Promise<readonly Sample[]> {
  return withServer({ wardCount: 1, startStorage: storages[kind], prepare: addManager }, async (server) => {
    const api = await createManagerCall(server.url);
    const samples: Sample[] = [];
    const measure = async (work: Work, runs: readonly (() => Promise<unknown>)[]) => {
      const cpuOf = startCpuMeter(processesOf(server));
      const waits: number[] = [];
      const done = new AbortController();
      const reports = sendReports(server, done.signal);
      for (const run of runs) waits.push(await timeOf(run));
      done.abort();
      const maxReportMs = Math.max(...(await reports));
      const cpuUs = cpuOf(runs.length).app;
      samples.push({ row: waitName(work, kind), subject: ours, value: quantileOf(waits, 0.95), cpuUs });
      samples.push({ row: reportName(work, kind), subject: ours, value: maxReportMs });
    };
    const times = Array.from({ length: repetitions }, (_none, index) => index);
    await measure('the preview', [() => api('/home/import?dryRun=true', largeHomeFile)]);
    await measure('the import', [() => api('/home/import', largeHomeFile)]);
    await measure(
      'a search',
      times.map((index) => () => api(`/rooms?search=Room%20${index}`)),
    );
    const changes = await renames(api, repetitions);
    await measure(
      'a rename',
      changes.map((change) => () => api('/home', change)),
    );
    const change = await removal(api);
    await measure('the deletion', [() => api('/home', change)]);
    return samples;
  });
}

/** Sends reports one after another until the signal. Returns how long each one waited for its answer. */
async function sendReports({ url, home }: BenchServer, signal: AbortSignal): Promise<readonly number[]> {
  const waits: number[] = [];
  while (!signal.aborted) {
    const body = JSON.stringify({ stream: inTurn(home.rooms, waits.length).uuid, status: 'in_bed' });
    waits.push(await timeOf(() => call(`${url}/api/reports`, { bearer: home.deviceKey, body })));
  }
  return waits;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
