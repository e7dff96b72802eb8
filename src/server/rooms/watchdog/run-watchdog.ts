/** Runs a watchdog until it is stopped. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Watchdog } from './watchdog.ts';

/** A debounced status is shown at most this much too late. */
const checkIntervalMs = 500;

/** Logs the first of several failures in a row. The returned function stops; it resolves when the last check is over. */
export function runWatchdog(
  watchdog: Pick<Watchdog, 'check'>,
  log: { error(details: object, message: string): void },
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    let hasFailed = false;
    while (!signal.aborted) {
      try {
        await watchdog.check();
        hasFailed = false;
      } catch (error) {
        if (!hasFailed) log.error({ err: error }, 'the watchdog cannot check the streams');
        hasFailed = true;
      }
      await wait(checkIntervalMs, undefined, { signal }).catch(() => undefined);
    }
  }

  const done = run();
  return async () => {
    stopping.abort();
    await done;
  };
}
