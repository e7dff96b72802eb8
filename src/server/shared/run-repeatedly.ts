import { waitOrAbort } from './wait-or-abort.ts';

interface Repetition {
  /** The pause between the end of one run and the next one. */
  readonly intervalMs: number;
  /** Whether the first run waits for the interval too, so that the start of the server does not wait for it. */
  readonly isDelayed?: boolean;
  /** Receives the first of several failures in a row. */
  readonly onFailure: (error: unknown) => void;
}

/** After `wake` a task uses at most this share of the time, however long it takes. */
const maxShare = 0.5;

/**
 * Runs a task again and again until `stop` is called, which resolves when the present run has ended. A run that fails
 * does not end the repetition. `signal`: aborts when the task is stopped. `wake` ends the pause early.
 */
export function runRepeatedly(task: (signal: AbortSignal) => Promise<void>, repetition: Repetition) {
  const { intervalMs, isDelayed = false, onFailure } = repetition;
  const stopping = new AbortController();
  const { signal } = stopping;

  let woken = new AbortController();

  let succeededAt = performance.now();

  async function run(): Promise<void> {
    if (isDelayed) await waitOrAbort(intervalMs, signal);
    let hasFailed = false;
    while (!signal.aborted) {
      // A call of `wake` during the run is about something that the run may have missed.
      woken = new AbortController();
      const startedAt = performance.now();
      try {
        await task(signal);
        hasFailed = false;
        succeededAt = performance.now();
      } catch (error) {
        if (!hasFailed) onFailure(error);
        hasFailed = true;
      }
      const restMs = Math.min((performance.now() - startedAt) * (1 / maxShare - 1), intervalMs);
      await waitOrAbort(restMs, signal);
      await waitOrAbort(intervalMs - restMs, AbortSignal.any([signal, woken.signal]));
    }
  }

  const running = run();
  return {
    wake: () => woken.abort(),
    /** Time since the end of the last run that did not fail, or since the start. */
    secondsSinceSuccess: () => (performance.now() - succeededAt) / 1_000,
    stop: (): Promise<void> => {
      stopping.abort();
      return running;
    },
  };
}
