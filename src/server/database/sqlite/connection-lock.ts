/** Lets one transaction at a time use the only connection, in the order in which the transactions asked for it. */
export function createConnectionLock() {
  const waiting: (() => void)[] = [];
  let isHeld = false;

  async function acquire(): Promise<void> {
    if (!isHeld) {
      isHeld = true;
      return;
    }
    const turn = Promise.withResolvers<void>();
    waiting.push(turn.resolve);
    await turn.promise;
  }

  function release(): void {
    const next = waiting.shift();
    if (next === undefined) isHeld = false;
    else next();
  }

  return {
    acquire,
    release,
    /** Runs `work` while nobody else uses the connection. */
    run: async <T>(work: () => T | Promise<T>): Promise<T> => {
      await acquire();
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

export type ConnectionLock = ReturnType<typeof createConnectionLock>;
