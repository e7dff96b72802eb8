/** Repeats the work for so many seconds, with so many calls at a time. Returns how often it was done. */
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

/** Starts the work at a steady rate, and waits until all of it is done. Returns how often it was done. */
export async function repeatAtRate(seconds: number, perSecond: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  const running: Promise<unknown>[] = [];
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = (performance.now() - start) / 1000;
      while (running.length < Math.min(elapsed, seconds) * perSecond) running.push(work());
      if (elapsed < seconds) return;
      clearInterval(timer);
      resolve();
    }, 1000 / perSecond);
  });
  await Promise.all(running);
  return running.length;
}
