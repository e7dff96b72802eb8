/**
 * Time slices: runs pieces of work one after the other, and lets the event loop do everything else after a few
 * milliseconds of them. Without this, a turn of the event loop would do the work of all sockets that have data.
 */

/** Work of so many milliseconds delays an update of a board unnoticeably. One piece must take less. */
const sliceMs = 4;

/** Resolves with the result of the work, after the work that was passed before. Rejects with what it throws. */
export type RunInSlice = <T>(work: () => T | Promise<T>) => Promise<T>;

/** `elapsed` returns milliseconds of a monotonic clock. */
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

/** Returns what the work throws as a rejection. */
async function attempt<T>(work: () => T | Promise<T>): Promise<T> {
  return work();
}
