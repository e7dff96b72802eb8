/** The format of the results: rows of lab/bench/results/*.json, which become the table of lab/bench/RESULTS.md. */
import * as z from 'zod/mini';

/** The subject of our own figures. Every other subject is a peer or a bound. */
export const ours = 'Room Status';

const Goal = z.object({
  atLeast: z.optional(z.number()),
  atMost: z.optional(z.number()),
  /** The goal is for the ratio of our value to that of this subject. Without it the goal is for our value. */
  of: z.optional(z.string()),
});
export type Goal = z.infer<typeof Goal>;

const definitionFields = {
  /** `deliveries to 1,000 viewers, one call a report`. Unique among all benchmarks. */
  name: z.string(),
  unit: z.string(),
  /** Without a goal the row is a cost for docs/capacity.md, and is not in the table. */
  goal: z.optional(Goal),
  /** Why the goal is missed, and what the limit seems to be. */
  reason: z.optional(z.string()),
};
const RowDefinition = z.readonly(z.object(definitionFields));
export type RowDefinition = z.infer<typeof RowDefinition>;

export const Row = z.object({
  ...definitionFields,
  measured: z.array(
    z.object({
      subject: z.string(),
      /** One for each round. */
      values: z.array(z.number()),
      /** Microseconds of the server's processor time for each unit of work, such as a delivery. */
      cpuUs: z.array(z.number()),
    }),
  ),
});
export type Row = z.infer<typeof Row>;

/** What one round has measured for one row. */
export interface Sample {
  readonly row: string;
  readonly subject: string;
  readonly value: number;
  readonly cpuUs?: number;
}

export interface BenchOptions {
  /** Length of each measured phase. */
  readonly seconds: number;
  /** Fewer and smaller phases. */
  readonly isQuick: boolean;
}

export interface Bench {
  readonly name: string;
  /** Describes what the benchmark does. */
  readonly about: string;
  readonly rows: readonly RowDefinition[];
  /** Runs only in a full run or with `--only`. */
  readonly isLong?: true;
  /** At most so many rounds. */
  readonly maxRounds?: number;
  /** Measures each row once. A peer that is not installed gives no sample. */
  readonly measure: (options: BenchOptions) => Promise<readonly Sample[]>;
}

/** Puts the samples of all rounds into their rows. Throws when a sample has no row. */
export function rowsOf({ rows }: Pick<Bench, 'rows'>, samples: readonly Sample[]): Row[] {
  const names = new Set(rows.map(({ name }) => name));
  for (const { row } of samples) if (!names.has(row)) throw new Error(`the row ${row} is not defined`);
  return rows.map((definition) => {
    const own = samples.filter(({ row }) => row === definition.name);
    const measured = [...new Set(own.map(({ subject }) => subject))].map((subject) => {
      const list = own.filter((sample) => sample.subject === subject);
      const cpuUs = list.flatMap((sample) => sample.cpuUs ?? []);
      return { subject, values: list.map(({ value }) => value), cpuUs };
    });
    return { ...definition, measured };
  });
}

export interface Verdict {
  readonly word: 'met' | 'missed' | 'not measured';
  /** Of the figure that has the goal: our value, or the ratio. */
  readonly median: number;
  /** Met within the spread of the rounds: the best round reaches the goal. */
  readonly isWithinNoise: boolean;
}

export function valuesOf({ measured }: Row, subject: string): readonly number[] {
  return measured.find((one) => one.subject === subject)?.values ?? [];
}

/** The ratios of our values to those of a subject, round by round. */
export function ratiosOf(row: Row, subject: string): readonly number[] {
  const theirs = valuesOf(row, subject);
  return valuesOf(row, ours).flatMap((value, round) => {
    const other = theirs[round];
    return other === undefined || other === 0 ? [] : [value / other];
  });
}

export function verdictOf(row: Row): Verdict {
  const { atLeast = -Infinity, atMost = Infinity, of } = row.goal ?? {};
  const figures = of === undefined ? valuesOf(row, ours) : ratiosOf(row, of);
  const reaches = (value: number) => value >= atLeast && value <= atMost;
  const median = medianOf(figures);
  if (figures.length === 0) return { word: 'not measured', median, isWithinNoise: true };
  return { word: reaches(median) ? 'met' : 'missed', median, isWithinNoise: figures.some(reaches) };
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const [low = NaN, high = NaN] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return (low + high) / 2;
}
