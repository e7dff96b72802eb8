import { waitOrAbort } from './wait-or-abort.ts';

interface Repetition {
  /** The pause between the end of one run and the next one. */
  readonly intervalMs: number;
  /** Whether the first run waits for the interval too, so that the start of the server does not wait for it. */
  readonly isDelayed?: boolean;
  /** Receives the first of several failures in a row. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Runs a task again and again until `stop` is called, which resolves when the present run has ended. A run that fails
 * does not end the repetition. `signal`: aborts when the task is stopped.
 */
export function runRepeatedly(task: (signal: AbortSignal) => Promise<void>, repetition: Repetition) {
  const { intervalMs, isDelayed = false, onFailure } = repetition;
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    if (isDelayed) await waitOrAbort(intervalMs, signal);
    let hasFailed = false;
    while (!signal.aborted) {
      try {
        await task(signal);
        hasFailed = false;
      } catch (error) {
        if (!hasFailed) onFailure(error);
        hasFailed = true;
      }
      await waitOrAbort(intervalMs, signal);
    }
  }

  const running = run();
  return {
    stop: (): Promise<void> => {
      stopping.abort();
      return running;
    },
  };
}
