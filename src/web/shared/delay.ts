/** Resolves after `ms` milliseconds. Rejects with the reason of the signal when it aborts first. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(() => {
      // A signal can live for a whole night and serve many delays, whose listeners would leak without this.
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    function onAbort(): void {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new Error('the delay was aborted'));
    }
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
