import { setTimeout as pause } from 'node:timers/promises';
import { startStorm } from '../storm/storm.ts';
import type { Violence } from './violence.ts';

const viewers = 5_000;
const patienceMs = 120_000;

export const stormOfViewers: Violence = {
  name: 'storm',
  title: 'all servers killed under 5,000 viewers, who all come back',
  setUps: ['sqlite', 'cluster'],
  need: 'few-reports',
  rounds: 1,
  round: async (stage) => {
    const storm = await startStorm(stage, viewers);
    try {
      if ((await timeOf(storm.right())) === undefined)
        return { finding: `${viewers} viewers were never all connected` };
      await Promise.all(stage.apps.map((app) => app.kill()));
      await Promise.all(stage.apps.map((app) => app.back()));
      const returning = await timeOf(storm.right());
      if (returning === undefined) return { finding: `${viewers} viewers never all came back` };
      return { more: { boards: viewers, convergedMs: returning } };
    } finally {
      storm.close();
    }
  },
};

/** Milliseconds; undefined when it takes too long. */
async function timeOf(work: Promise<void>): Promise<number | undefined> {
  const start = performance.now();
  const isDone = await Promise.race([work.then(() => true), pause(patienceMs, false)]);
  return isDone ? performance.now() - start : undefined;
}
