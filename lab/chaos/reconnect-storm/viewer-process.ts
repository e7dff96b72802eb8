/** Starts a process with thousands of viewers. The run itself then has enough processor time for its measurements. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Environment } from '../environments/environment.ts';
import { readExpectedState } from '../expected-state.ts';

/** The message to the process: the revisions of the database by uuid of the stream. */
export const Revisions = z.record(z.string(), z.number());
/** The message from the process: the number of viewers that are live and show at least these revisions. */
const Answer = z.tuple([z.number()], z.unknown());

const pollIntervalMs = 100;
const timeoutMs = 120_000;

export async function startViewerProcess(environment: Environment, count: number) {
  const { url, wardUUIDs, session, database } = environment;
  const main = join(import.meta.dirname, 'viewer-process-main.ts');
  const child = fork(main, [url, await session.accessToken(), String(count), ...wardUUIDs]);

  async function countCorrect(): Promise<number> {
    const expected = await readExpectedState(database);
    await pause(pollIntervalMs);
    const answer = once(child, 'message', { signal: AbortSignal.timeout(timeoutMs) });
    child.send(Object.fromEntries([...expected].map(([uuid, { revision }]) => [uuid, revision])));
    return Answer.parse(await answer)[0];
  }

  return {
    /** Milliseconds until all viewers are live and show what the database holds; undefined after the timeout. */
    untilCorrect: async (): Promise<number | undefined> => {
      const start = performance.now();
      while (performance.now() - start < timeoutMs) {
        if ((await countCorrect()) === count) return performance.now() - start;
      }
      return undefined;
    },
    close: () => void child.kill('SIGKILL'),
  };
}
