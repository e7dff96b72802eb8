/** Reads and writes lab/bench/results, and describes the machine. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { MeasuredRow } from './row.ts';

const Results = z.object({
  bench: z.string(),
  /** A line about the run: the date, the processor, the versions, and the load average before the benchmark started. */
  machine: z.string(),
  rounds: z.number(),
  about: z.string(),
  rows: z.array(MeasuredRow),
});
export type Results = z.infer<typeof Results>;

const folder = join(import.meta.dirname, 'results');

/** Reads the results of all benchmarks. Throws when a file is invalid. */
export async function readAllResults(): Promise<readonly Results[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).toSorted();
  return Promise.all(files.map(async (file) => Results.parse(JSON.parse(await readFile(join(folder, file), 'utf8')))));
}

/** Stores the figures with five significant digits. A measurement is less precise than that. */
export async function writeResults(results: Results): Promise<void> {
  const short = (_key: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(5)) : value);
  const text = JSON.stringify(Results.parse(results), short, 1);
  await writeFile(join(folder, `${results.bench}.json`), `${text}\n`);
}

export function describeMachine(): string {
  const [processors, gigabytes] = [cpus(), Math.round(totalmem() / 2 ** 30)];
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
  return [
    `${date} UTC`,
    `${processors.length} cores of ${processors[0]?.model ?? 'an unknown processor'}`,
    `${gigabytes} GB`,
    `${platform()} ${release()}`,
    `Node.js ${process.versions.node}`,
    `load average before ${(loadavg()[0] ?? 0).toFixed(2)}`,
  ].join(', ');
}
