/** The results of a benchmark: measured figures and a description of the machine. */
import { readFile, writeFile } from 'node:fs/promises';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { textTable } from '../../shared/text-table.ts';
import type { BenchServer } from '../bench-server.ts';
import type { Cost } from './cpu-meter.ts';

export const benchNames = ['fan-out', 'viewers', 'intake', 'sign-in-flood'] as const;
export type BenchName = (typeof benchNames)[number];

const Figure = z.object({
  /** The measured program: `Room Status, SQLite` or `Nchan`. */
  subject: z.string(),
  /** How the load was produced: `HTTP, one by one, 1 connection`. */
  way: z.string(),
  /** What was measured: `CPU of a delivery`. */
  measure: z.string(),
  value: z.number(),
  unit: z.string(),
});
export type Figure = z.infer<typeof Figure>;

const Results = z.object({
  bench: z.enum(benchNames),
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
  /** Describes what the benchmark did. */
  about: z.string(),
  figures: z.array(Figure),
});
export type Results = z.infer<typeof Results>;

const fileOf = (bench: BenchName) => join(import.meta.dirname, `../results/${bench}.json`);

/** Throws when the file of results is missing or invalid. */
export async function readResults(bench: BenchName): Promise<Results> {
  return Results.parse(JSON.parse(await readFile(fileOf(bench), 'utf8')));
}

export async function writeResults(results: Results): Promise<void> {
  await writeFile(fileOf(results.bench), `${JSON.stringify(results, undefined, 2)}\n`);
}

/** The processor time of the server, and of PostgreSQL if the server uses PostgreSQL, as figures. */
export function costFigures({ name, databasePid }: BenchServer, way: string, measure: string, cost: Cost): Figure[] {
  const common = { subject: name, way, unit: 'us' };
  const app = { ...common, measure, value: cost.app };
  return databasePid === undefined ? [app] : [app, { ...common, measure: `database ${measure}`, value: cost.database }];
}

export function tableOfFigures(figures: readonly Figure[]): string {
  const digits = new Intl.NumberFormat('en', { maximumSignificantDigits: 3, useGrouping: false });
  return textTable(
    ['subject', 'way', 'measure', 'value', 'unit'],
    figures.map(({ subject, way, measure, value, unit }) => [subject, way, measure, digits.format(value), unit]),
  );
}

export function describeMachine(): Results['machine'] {
  const processors = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    cores: processors.length,
    processor: processors[0]?.model ?? 'unknown',
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()} ${arch()}`,
    node: process.versions.node,
    loadAverage: loadavg()[0] ?? 0,
  };
}
