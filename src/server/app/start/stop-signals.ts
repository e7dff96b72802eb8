interface StopSignals {
  /** Resolves with the first signal. */
  readonly stopped: Promise<NodeJS.Signals>;
}

/** By convention, a shell reports this exit code for a process that SIGINT ended. */
const interruptedExitCode = 130;

/** One Ctrl-C arrives several times: from the terminal, from npm and from the start script. */
const sameSignalWindowMs = 1_000;

/** The first SIGINT, SIGTERM or SIGHUP resolves `stopped`. A later one ends the process at once. */
export function listenForStop(process: NodeJS.Process): StopSignals {
  const { promise: stopped, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let stoppingSince: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stoppingSince ??= performance.now();
      if (performance.now() - stoppingSince > sameSignalWindowMs) process.exit(interruptedExitCode);
      resolve(signal);
    });
  }
  return { stopped };
}
