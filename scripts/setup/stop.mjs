/** Tells the scripts to stop: after Ctrl-C and similar signals, or when npm has ended. */

const controller = new AbortController();
let isListening = false;
const parentCheckIntervalMs = 500;

/**
 * Aborted when the run must stop, with the name of the signal as the reason.
 * @returns {globalThis.AbortSignal}
 */
export function stopSignal() {
  if (!isListening) listen();
  isListening = true;
  return controller.signal;
}

/** Stops everything that this run has started. */
export function stopAll() {
  controller.abort('SIGTERM');
}

function listen() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => controller.abort(signal));
  if (process.env.npm_lifecycle_event === undefined) return;
  // A signal that is sent to npm only ends npm and its shell, but not this process. Its parent changes then.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stopAll();
  }, parentCheckIntervalMs).unref();
}
