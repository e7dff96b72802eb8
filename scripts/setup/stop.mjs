/** Tells the scripts to stop: after Ctrl-C and similar signals, or when npm has ended. */

const controller = new AbortController();
const parentCheckIntervalMs = 500;

/** Aborted when everything that this run has started must stop. @type {globalThis.AbortSignal} */
export const stopSignal = controller.signal;

/** Stops everything that this run has started. */
export function stopAll() {
  controller.abort();
}

export function listenForStop() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopAll);
  if (process.env.npm_lifecycle_event === undefined) return;
  // A signal that is sent to npm only ends npm and its shell, but not this process. Its parent changes then.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stopAll();
  }, parentCheckIntervalMs).unref();
}
