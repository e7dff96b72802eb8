import { setTimeout as delay } from 'node:timers/promises';

/** Resolves after the time, or as soon as the signal aborts. */
export function waitOrAbort(ms: number, signal?: AbortSignal): Promise<void> {
  return delay(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
}
