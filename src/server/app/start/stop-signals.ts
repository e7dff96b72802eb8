/** Ctrl-C and its kin: the first asks, the second does not ask again. */
export interface StopSignals {
  /** Resolves with the first signal. */
  readonly stopped: Promise<NodeJS.Signals>;
}

/** The exit code of a process that SIGINT ended, by the shells' convention. */
const interrupted = 130;

/** One Ctrl-C comes several ways at once: from the terminal, by npm, by the start script. Milliseconds. */
const togetherMs = 1_000;

export function listenForStop(process: NodeJS.Process): StopSignals {
  const { promise: stopped, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let stoppingSince: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stoppingSince ??= performance.now();
      if (performance.now() - stoppingSince > togetherMs) process.exit(interrupted);
      resolve(signal);
    });
  }
  return { stopped };
}
