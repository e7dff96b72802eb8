import { delay } from '../../shared/delay.ts';

const retryDelayMs = 2_000;
const attemptTimeoutMs = 5_000;

interface RepeatOptions {
  /** The time of the last attempt at the latest, in epoch milliseconds. */
  readonly giveUpAt: number;
  /** Aborting this signal stops the attempts; the returned promise rejects. */
  readonly signal: AbortSignal;
  /** Returns the signal that ends the pause before the next attempt. */
  readonly retryNow?: () => AbortSignal;
  /** Called when an attempt has failed and another one follows. */
  readonly onUnsent: () => void;
}

/** Repeats a call until the server responds. Resolves to undefined at `giveUpAt`. */
export async function sendRepeatedly<Result>(
  send: (signal: AbortSignal) => Promise<Result>,
  { giveUpAt, signal, retryNow, onUnsent }: RepeatOptions,
): Promise<Result | undefined> {
  // The end is measured with both clocks, because the wall clock may be set back, and the monotonic clock stops while
  // the computer sleeps.
  const monotonicEnd = performance.now() + giveUpAt - Date.now();
  const leftMs = () => Math.ceil(Math.min(giveUpAt - Date.now(), monotonicEnd - performance.now()));
  while (leftMs() > 0) {
    const timeout = AbortSignal.timeout(Math.min(attemptTimeoutMs, leftMs()));
    try {
      return await send(AbortSignal.any([signal, timeout]));
    } catch (error) {
      signal.throwIfAborted();
      console.warn(`The answer to an alert could not be sent, reason: ${String(error)}`);
    }
    onUnsent();
    const pauseMs = Math.max(0, Math.min(retryDelayMs, leftMs()));
    const pauseSignal = retryNow === undefined ? signal : AbortSignal.any([signal, retryNow()]);
    await delay(pauseMs, pauseSignal).catch(() => undefined);
    signal.throwIfAborted();
  }
  return undefined;
}
