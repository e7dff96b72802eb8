/** A statement for this number of rows keeps SQLite's limit of parameters, and takes a few milliseconds. */
const batchSize = 500;

/** Parts of a list for one statement each, in order. */
export function batchesOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / batchSize) }, (_none, index) =>
    all.slice(index * batchSize, (index + 1) * batchSize),
  );
}
