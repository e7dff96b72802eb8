import { setTimeout as pause } from 'node:timers/promises';

/** Polls the condition. Returns the milliseconds until it holds, or undefined after the timeout. */
export async function waitFor(condition: () => Promise<boolean>, timeoutMs: number): Promise<number | undefined> {
  const start = performance.now();
  while (performance.now() - start < timeoutMs) {
    if (await condition()) return performance.now() - start;
    await pause(25);
  }
  return undefined;
}
