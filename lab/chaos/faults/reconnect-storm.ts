import { setTimeout as pause } from 'node:timers/promises';
import { startViewerProcess } from '../reconnect-storm/viewer-process.ts';
import type { Fault } from './fault.ts';
import { killAll } from './process-faults.ts';

const viewerCount = 5_000;
const connectTimeoutMs = 120_000;

export const reconnectStorm: Fault = {
  name: 'storm',
  title: 'reconnect storm: all servers killed, 5,000 viewers reconnect',
  environments: ['sqlite', 'cluster'],
  variant: 'low-rate',
  rounds: 1,
  inject: async (environment) => {
    const viewers = await startViewerProcess(environment, viewerCount);
    try {
      if ((await durationOf(viewers.untilCorrect())) === undefined)
        return { problem: `not all of ${viewerCount} viewers connected` };
      await killAll(environment.apps);
      const recoveryMs = await durationOf(viewers.untilCorrect());
      if (recoveryMs === undefined) return { problem: `not all of ${viewerCount} viewers reconnected` };
      return { extraViewers: { count: viewerCount, recoveryMs } };
    } finally {
      viewers.close();
    }
  },
};

/** Milliseconds until it is done; undefined after `connectTimeoutMs`. */
async function durationOf(work: Promise<void>): Promise<number | undefined> {
  const start = performance.now();
  const isDone = await Promise.race([work.then(() => true), pause(connectTimeoutMs, false)]);
  return isDone ? performance.now() - start : undefined;
}
