/** The rows of a benchmark: their definitions, what was measured for them, and whether their goals are met. */
import * as z from 'zod/mini';

/** The name of Room Status among the subjects of a row. Every other subject is a peer or a bound. */
export const ours = 'Room Status';

export interface Goal {
  readonly atLeast?: number;
  readonly atMost?: number;
  /** The subject whose value our value is divided by before the comparison. Undefined: our value is compared. */
  readonly of?: string;
}

export interface RowDefinition {
  /** The name, such as `deliveries to 1,000 viewers, one call a report`. Unique among all benchmarks. */
  readonly name: string;
  readonly unit: string;
  /** Without a goal the row is a cost for docs/capacity.md, and is not in the table. */
  readonly goal?: Goal | undefined;
  /** Why the goal is missed, and what the limit seems to be. */
  readonly reason?: string | undefined;
}

/** The figures of one row, as stored in lab/bench/results. */
export const MeasuredRow = z.object({
  name: z.string(),
  measured: z.array(
    z.object({
      subject: z.string(),
      /** One value for each round. */
      values: z.array(z.number()),
      /** Microseconds of the server's processor time for each unit of work, such as a delivery. */
      cpuUs: z.array(z.number()),
    }),
  ),
});
export type MeasuredRow = z.infer<typeof MeasuredRow>;
export type Row = RowDefinition & MeasuredRow;

/** What one round has measured for one row, by subject. */
export interface Sample {
  readonly row: string;
  readonly subject: string;
  readonly value: number;
  readonly cpuUs?: number;
}

export interface BenchOptions {
  /** The length of each measured phase in seconds. */
  readonly seconds: number;
  /** Whether the phases are fewer and smaller. */
  readonly isQuick: boolean;
}

export interface Bench {
  readonly name: string;
  /** A text that describes what the benchmark does. */
  readonly about: string;
  readonly rows: readonly RowDefinition[];
  /** The maximum number of rounds. */
  readonly maxRounds?: number;
  /** Measures each row once. A peer that is not installed gives no sample. */
  readonly measure: (options: BenchOptions) => Promise<readonly Sample[]>;
}

/** Puts the samples of all rounds into their rows. Throws when a sample has no row. */
export function rowsOf({ rows }: Pick<Bench, 'rows'>, samples: readonly Sample[]): Row[] {
  const names = new Set(rows.map(({ name }) => name));
  for (const { row } of samples) if (!names.has(row)) throw new Error(`the row ${row} is not defined`);
  return rows.map((definition) => {
    const bySubject = Map.groupBy(
      samples.filter(({ row }) => row === definition.name),
      ({ subject }) => subject,
    );
    const measured = Array.from(bySubject, ([subject, list]) => ({
      subject,
      values: list.map(({ value }) => value),
      cpuUs: list.flatMap(({ cpuUs }) => cpuUs ?? []),
    }));
    return { ...definition, measured };
  });
}

export function valuesOf({ measured }: MeasuredRow, subject: string): readonly number[] {
  return measured.find((one) => one.subject === subject)?.values ?? [];
}

/** Returns the ratios of our values to those of a subject, round by round. */
export function ratiosOf(row: MeasuredRow, subject: string): readonly number[] {
  const theirs = valuesOf(row, subject);
  return valuesOf(row, ours).flatMap((value, round) => {
    const other = theirs[round];
    return other === undefined || other === 0 ? [] : [value / other];
  });
}

/** Tells whether the median of our value, or of the ratio, reaches the goal. */
export function verdictOf(row: Row) {
  const { atLeast = -Infinity, atMost = Infinity, of } = row.goal ?? {};
  const figures = of === undefined ? valuesOf(row, ours) : ratiosOf(row, of);
  const median = medianOf(figures);
  if (figures.length === 0) return 'not measured';
  return median >= atLeast && median <= atMost ? 'met' : 'missed';
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const [low = NaN, high = NaN] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return (low + high) / 2;
}
