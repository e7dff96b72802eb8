import { setTimeout as pause } from 'node:timers/promises';
import { startStorm } from '../reconnect-storm/storm.ts';
import type { Fault } from './fault.ts';

const viewers = 5_000;
const patienceMs = 120_000;

export const reconnectStorm: Fault = {
  name: 'storm',
  title: 'all servers killed under 5,000 viewers, who all come back',
  environments: ['sqlite', 'cluster'],
  need: 'few-reports',
  rounds: 1,
  round: async (environment) => {
    const storm = await startStorm(environment, viewers);
    try {
      if ((await timeOf(storm.right())) === undefined)
        return { finding: `${viewers} viewers were never all connected` };
      await Promise.all(environment.apps.map((app) => app.kill()));
      await Promise.all(environment.apps.map((app) => app.back()));
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
