/** That this run is to end: Ctrl-C and its kin, or npm gone from above us. */

const controller = new AbortController();
let isListening = false;

/**
 * Aborted, with the signal's name as the reason, when the run is to end. One for the process, as its signals are.
 * @returns {globalThis.AbortSignal}
 */
export function stopped() {
  if (!isListening) listen();
  isListening = true;
  return controller.signal;
}

/** Ends whatever this run has started. */
export function stopAll() {
  controller.abort('SIGTERM');
}

function listen() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => controller.abort(signal));
  if (process.env.npm_lifecycle_event === undefined) return;
  // A signal to npm alone ends npm and its shell and never comes to us: what we started would run on, unseen.
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) stopAll();
  }, 500).unref();
}
