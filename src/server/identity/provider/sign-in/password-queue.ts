/**
 * Limits the password checks of a process: one at a time, in a queue of limited length. A check costs a core and
 * 32 MiB for a moment, and Node's thread pool is shared with DNS lookups and file access. Without a limit, anybody
 * could stop the whole server by submitting passwords.
 *
 * Known browsers are served first and have their own places in the queue, which unknown browsers cannot take.
 */

export type PasswordQueue = ReturnType<typeof createPasswordQueue>;

export interface QueuedCheck {
  readonly isKnownBrowser: boolean;
  /** Whether the caller has disconnected. Then the check does not run. */
  readonly isAbandoned: () => boolean;
}

/** The maximum number of waiting checks. Few places for unknown browsers keep their wait at a few seconds. */
export const maxWaitingChecks = { known: 50, unknown: 10 };

/** How long a caller should wait before a retry when the queue is full. */
export const queueRetryDelayMs = 5_000;

interface Waiting {
  readonly isAbandoned: () => boolean;
  /** Runs the check. With `isAbandoned`, resolves the call without a result and without a check. */
  readonly start: (isAbandoned: boolean) => Promise<void>;
}

export function createPasswordQueue() {
  const waiting: { readonly known: Waiting[]; readonly unknown: Waiting[] } = { known: [], unknown: [] };
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    const takeNext = () => waiting.known.shift() ?? waiting.unknown.shift();
    for (let next = takeNext(); next !== undefined; next = takeNext()) await next.start(next.isAbandoned());
    isRunning = false;
  }

  return {
    /** Whether `run` would throw, because the queue of this kind of browser is full. */
    isFull: ({ isKnownBrowser }: Pick<QueuedCheck, 'isKnownBrowser'>): boolean => {
      const kind = isKnownBrowser ? 'known' : 'unknown';
      return waiting[kind].length >= maxWaitingChecks[kind];
    },

    /** Runs the check when it is its turn. Resolves to undefined when the caller has disconnected. */
    run<T>({ isKnownBrowser, isAbandoned }: QueuedCheck, check: () => Promise<T>): Promise<T | undefined> {
      const result = new Promise<T | undefined>((resolve, reject) => {
        const start = async (isGivenUp: boolean) => {
          if (isGivenUp) return resolve(undefined);
          await check().then(resolve, reject);
        };
        waiting[isKnownBrowser ? 'known' : 'unknown'].push({ isAbandoned, start });
      });
      if (!isRunning) void runAll();
      return result;
    },
  };
}
