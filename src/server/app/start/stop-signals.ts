/** By convention, a shell reports this exit code for a process that SIGINT ended. */
const interruptedExitCode = 130;

/** One Ctrl-C sends SIGINT several times: from the terminal, from npm and from the start script. */
const sameSignalWindowMs = 1_000;

/**
 * `stopped` resolves with the first SIGINT, SIGTERM or SIGHUP. A later signal ends the process at once. `onHangup`
 * replaces what SIGHUP does.
 */
export function listenForStop(process: NodeJS.Process) {
  const { promise: stopped, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let stoppingSince: number | undefined;
  let hangup: (() => void) | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (signal === 'SIGHUP' && hangup !== undefined) return hangup();
      stoppingSince ??= performance.now();
      if (performance.now() - stoppingSince > sameSignalWindowMs) process.exit(interruptedExitCode);
      resolve(signal);
    });
  }
  return {
    stopped,
    onHangup: (action: () => void): void => {
      hangup = action;
    },
  };
}
