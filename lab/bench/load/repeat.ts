import { setTimeout as pause } from 'node:timers/promises';

/** Repeats the work for so many seconds, with so many calls at a time. Returns how often the work was done. */
export async function repeatFor(seconds: number, concurrency: number, work: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let count = 0;
  async function repeat(): Promise<void> {
    while (performance.now() < end) {
      await work();
      count += 1;
    }
  }
  await Promise.all(Array.from({ length: concurrency }, repeat));
  return count;
}

/** Starts the work at a steady rate and waits until all of the work is done. Returns how often the work was done. */
export async function repeatAtRate(seconds: number, perSecond: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  const running = Array.from({ length: Math.ceil(seconds * perSecond) }, async (_none, index) => {
    await pause(Math.max(0, start + (index * 1000) / perSecond - performance.now()));
    await work();
  });
  await Promise.all(running);
  return running.length;
}
