/** The exit code of a process that SIGINT has ended, by convention of shells. */
const interruptedExitCode = 130;

/**
 * Within this time several signals of one kind count as one, because a Ctrl-C sends SIGINT from the terminal, from npm
 * and from the start script.
 */
const sameSignalWindowMs = 1_000;

/** Resolves with the first SIGINT, SIGTERM or SIGHUP. A later signal ends the process at once. */
export function waitForStopSignal(process: NodeJS.Process): Promise<NodeJS.Signals> {
  const { promise: stopped, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let stoppingSince: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stoppingSince ??= performance.now();
      if (performance.now() - stoppingSince > sameSignalWindowMs) process.exit(interruptedExitCode);
      resolve(signal);
    });
  }
  return stopped;
}
