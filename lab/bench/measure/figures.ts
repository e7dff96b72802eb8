/** The results of a benchmark: named figures with a unit, and the machine. Printed as a table, kept as JSON. */
import { readFile, writeFile } from 'node:fs/promises';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { textTable } from '../../shared/text-table.ts';

export const benchNames = ['fan-out', 'viewers', 'intake'] as const;
export type BenchName = (typeof benchNames)[number];

const Figure = z.object({
  /** The product with its database, or a peer: `Room Status, SQLite`. */
  subject: z.string(),
  /** How the load was produced. */
  way: z.string(),
  /** What was measured: `CPU a delivery`. */
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
    /** Before the benchmark started: other programs may have used the machine, too. */
    loadAverage: z.number(),
  }),
  /** What was done, in a sentence. */
  about: z.string(),
  figures: z.array(Figure),
});
export type Results = z.infer<typeof Results>;

const fileOf = (bench: BenchName) => join(import.meta.dirname, `../results/${bench}.json`);

/** Throws when the benchmark was not run yet. */
export async function readResults(bench: BenchName): Promise<Results> {
  return Results.parse(JSON.parse(await readFile(fileOf(bench), 'utf8')));
}

export async function writeResults(results: Results): Promise<void> {
  await writeFile(fileOf(results.bench), `${JSON.stringify(results, undefined, 2)}\n`);
}

/** Returns a function that creates the figures of one subject. */
export function figuresOf(subject: string, way: string) {
  return (measure: string, value: number, unit: string): Figure => ({ subject, way, measure, value, unit });
}

export function tableOfFigures(figures: readonly Figure[]): string {
  return textTable(
    ['subject', 'way', 'measure', 'value', 'unit'],
    figures.map(({ subject, way, measure, value, unit }) => [subject, way, measure, threeDigits(value), unit]),
  );
}

function threeDigits(value: number): string {
  return value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);
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
