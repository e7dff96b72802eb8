import { delay } from './delay.ts';

const retryDelayMs = 4_000;
/** A page that the browser leaves is gone after this time. */
const leaveMs = 1_000;

/**
 * Imports code or texts that the page loads late, such as `The alerts`. Repeats a failed import until there is a network.
 * Rejects only when the signal aborts.
 */
export async function loadRepeatedly<Module>(
  name: string,
  load: () => Promise<Module>,
  signal?: AbortSignal,
): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      // An import also fails because the browser leaves the page. Then this pause has no end, and nothing is logged.
      await delay(leaveMs, signal);
      console.error(`${name} could not be loaded, reason:`, error);
      await delay(retryDelayMs, signal);
    }
  }
}
