/** Writes collected changes after a delay, so that no report waits for the write. One write runs at a time. */
import type { WarnLog } from './throttled-log.ts';

interface DelayedWriteOptions {
  readonly delayMs: number;
  /** Writes everything that was collected so far. A rejection is logged. */
  readonly write: () => Promise<void>;
  readonly log: WarnLog;
  /** The log message for a failed write. Of several failures in a row only the first is logged. */
  readonly failure: string;
}

export function createDelayedWrite({ delayMs, write, log, failure }: DelayedWriteOptions) {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isFailing = false;

  async function tryToWrite(): Promise<void> {
    try {
      await write();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, failure);
      isFailing = true;
    }
  }

  function start(): void {
    timer = undefined;
    running = running.then(tryToWrite);
  }

  return {
    /** Starts a write after `waitMs`, unless one is scheduled already. */
    schedule: (waitMs = delayMs): void => {
      timer ??= setTimeout(start, waitMs).unref();
    },
    /** Writes the changes that are still collected, and stops. */
    close: async (): Promise<void> => {
      clearTimeout(timer);
      start();
      await running;
      clearTimeout(timer);
    },
  };
}
