/** Stops a script after Ctrl-C and similar signals, and when npm has ended. */

const controller = new AbortController();
const parentCheckIntervalMs = 500;

/** Aborted when every program that this script has started must stop. @type {globalThis.AbortSignal} */
export const stopSignal = controller.signal;

/** Stops every program that this script has started. */
export function stopAll() {
  controller.abort();
}

export function listenForStop() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopAll);
  if (process.env.npm_lifecycle_event === undefined) return;
  // A signal that ends npm does not reach this process, but this process then gets another parent.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stopAll();
  }, parentCheckIntervalMs).unref();
}
