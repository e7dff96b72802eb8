import { delay } from './delay.ts';

const retryDelayMs = 4_000;
/** The time after which a page that the browser is leaving no longer runs. */
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
      // The delay is needed because an import also fails when the browser leaves the page. In that case the page is
      // gone before the delay ends, and nothing is logged.
      await delay(leaveMs, signal);
      console.error(`${name} could not be loaded, reason:`, error);
      await delay(retryDelayMs, signal);
    }
  }
}
