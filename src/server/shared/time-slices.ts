/**
 * Runs pieces of work one after another, and returns to the event loop after a few milliseconds of them. Otherwise one
 * turn of the event loop would do the work of all sockets that have data, and delay everything else.
 */

/** The maximum time of a slice. It delays updates of boards too little to notice. One piece of work must take less. */
const sliceMs = 4;

/** Runs work after all work that was passed before. Resolves with its result, or rejects with its error. */
export type RunInSlice = <T>(work: () => T | Promise<T>) => Promise<T>;

/** Creates a runner of slices. `elapsed` returns milliseconds of a monotonic clock. */
export function createTimeSlices(elapsed: () => number = () => performance.now()): RunInSlice {
  let waiting: (() => void)[] = [];

  function runSlice(): void {
    const end = elapsed() + sliceMs;
    let count = 0;
    for (const run of waiting) {
      if (count > 0 && elapsed() >= end) break;
      count += 1;
      run();
    }
    waiting = waiting.slice(count);
    if (waiting.length > 0) setImmediate(runSlice);
  }

  return (work) =>
    new Promise((resolve) => {
      if (waiting.push(() => resolve(attempt(work))) === 1) setImmediate(runSlice);
    });
}

/** Runs the work. Converts an exception into a rejection. */
async function attempt<T>(work: () => T | Promise<T>): Promise<T> {
  return work();
}
