/** Reads and writes lab/bench/results, and describes the machine. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { Row } from './row.ts';

const Results = z.object({
  bench: z.string(),
  machine: z.object({
    date: z.string(),
    cores: z.number(),
    processor: z.string(),
    memoryGigabytes: z.number(),
    system: z.string(),
    node: z.string(),
    /** Before the benchmark started. A high value means that other programs were running. */
    loadAverage: z.number(),
  }),
  rounds: z.number(),
  about: z.string(),
  rows: z.array(Row),
});
export type Results = z.infer<typeof Results>;

const folder = join(import.meta.dirname, 'results');

/** Throws when a file is invalid. */
export async function readAllResults(): Promise<readonly Results[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).toSorted();
  return Promise.all(files.map(async (file) => Results.parse(JSON.parse(await readFile(join(folder, file), 'utf8')))));
}

export async function writeResults(results: Results): Promise<void> {
  await writeFile(join(folder, `${results.bench}.json`), `${JSON.stringify(rounded(results), undefined, 1)}\n`);
}

/** Five significant digits are more than a measurement has. */
function rounded(results: Results): Results {
  const short = (values: readonly number[]) => values.map((value) => Number(value.toPrecision(5)));
  const rows = results.rows.map((row) => ({
    ...row,
    measured: row.measured.map(({ subject, values, cpuUs }) => ({
      subject,
      values: short(values),
      cpuUs: short(cpuUs),
    })),
  }));
  return { ...results, rows };
}

export function describeMachine(): Results['machine'] {
  const processors = cpus();
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    cores: processors.length,
    processor: processors[0]?.model ?? 'unknown',
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    node: process.versions.node,
    loadAverage: loadavg()[0] ?? 0,
  };
}
