/**
 * The maximum number of rows of a statement: SQLite limits the parameters, and each statement should take only a few
 * milliseconds.
 */
const batchSize = 500;

/** Splits a list into parts for one statement each, in order. */
export function splitIntoBatches<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / batchSize) }, (_none, index) =>
    all.slice(index * batchSize, (index + 1) * batchSize),
  );
}
