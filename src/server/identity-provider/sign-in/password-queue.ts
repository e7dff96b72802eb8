/**
 * Limits the password checks of a process: one at a time, in a queue of limited length. A check costs a core and
 * 32 MiB for a moment, and Node's thread pool is shared with DNS lookups and file access. Without a limit, anybody
 * could stop the whole server by submitting passwords.
 *
 * Known devices are served first and have their own places, so that others cannot take all of them.
 */

export type PasswordQueue = ReturnType<typeof createPasswordQueue>;

export interface QueuedCheck {
  readonly isKnownDevice: boolean;
  /** Whether nobody waits for the result any more. Then the check does not run. */
  readonly isAbandoned: () => boolean;
}

/** There are few places for unknown devices, so that an admitted one waits only for a few seconds. */
export const maxWaiting = { known: 50, unknown: 10 };

/** When the queue is full, the next attempt makes sense after this time. */
export const queueRetryMs = 5_000;

interface Waiting {
  readonly isAbandoned: () => boolean;
  /** Runs the check, or ends it without a result. */
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
    /** Whether `run` would throw, because too many checks of this kind are waiting. */
    isFull: ({ isKnownDevice }: Pick<QueuedCheck, 'isKnownDevice'>): boolean => {
      const kind = isKnownDevice ? 'known' : 'unknown';
      return waiting[kind].length >= maxWaiting[kind];
    },

    /** Runs the check when it is its turn. Resolves to undefined when it was abandoned. */
    run<T>({ isKnownDevice, isAbandoned }: QueuedCheck, check: () => Promise<T>): Promise<T | undefined> {
      const result = new Promise<T | undefined>((resolve, reject) => {
        const start = async (isGivenUp: boolean) => {
          if (isGivenUp) return resolve(undefined);
          await check().then(resolve, reject);
        };
        waiting[isKnownDevice ? 'known' : 'unknown'].push({ isAbandoned, start });
      });
      if (!isRunning) void runAll();
      return result;
    },
  };
}
