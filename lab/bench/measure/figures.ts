/** What a benchmark has found out: figures with a name, a unit and the machine, printed for people and kept as JSON. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { textTable } from '../../shared/text-table.ts';

export const benchNames = ['fan-out', 'viewers', 'intake', 'storage', 'nats'] as const;
export type BenchName = (typeof benchNames)[number];

const Figure = z.object({
  /** What was measured: `room-status, SQLite`, or a peer. */
  subject: z.string(),
  /** How it was driven. */
  way: z.string(),
  /** What is told of it: `CPU a report`. */
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
    /** Before it began: others may have used the machine, too. */
    loadAverage: z.number(),
  }),
  /** What was done, in a sentence. */
  about: z.string(),
  figures: z.array(Figure),
});
export type Results = z.infer<typeof Results>;

const folder = join(import.meta.dirname, '../results');

/** Throws when there are none, or when they cannot be read. */
export async function readResults(bench: BenchName): Promise<Results> {
  return Results.parse(JSON.parse(await readFile(join(folder, `${bench}.json`), 'utf8')));
}

export async function writeResults(results: Results): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${results.bench}.json`), `${JSON.stringify(results, undefined, 2)}\n`);
}

/** A row for each subject and way, with all that was measured of it. */
export function tableOfFigures(figures: readonly Figure[]): string {
  const rows = figures.map(({ subject, way, measure, value, unit }) => [
    subject,
    way,
    measure,
    shortNumber(value),
    unit,
  ]);
  return textTable(['subject', 'way', 'measure', 'value', 'unit'], rows);
}

/** Three digits that count. */
export function shortNumber(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits).replace(/\B(?=(\d{3})+(?!\d)(?=\.|$))/g, ' ');
}
