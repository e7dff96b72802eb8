/** Does the same over and over, so many at a time, until the time is over. Returns how often it was done. */
export async function repeatFor(seconds: number, atOnce: number, work: () => Promise<unknown>): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let done = 0;
  async function one(): Promise<void> {
    while (performance.now() < until) {
      await work();
      done += 1;
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one));
  return done;
}

/** Begins the work at a steady rate, late if it has to be, and waits for the last of it. */
export async function repeatAtRate(seconds: number, perSecond: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  const running: Promise<unknown>[] = [];
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - start;
      while (running.length < (Math.min(elapsed, seconds * 1000) / 1000) * perSecond) running.push(work());
      if (elapsed < seconds * 1000) return;
      clearInterval(timer);
      resolve();
    }, 1000 / perSecond);
  });
  await Promise.all(running);
  return running.length;
}
