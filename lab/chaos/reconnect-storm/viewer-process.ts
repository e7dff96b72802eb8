/** Starts a process with thousands of viewers, so that they do not slow down the process that measures. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Environment } from '../environments/environment.ts';
import { readExpectedState } from '../expected-state.ts';
import { waitFor } from '../wait-for.ts';

/** The message to the process: the revisions of the database by uuid of the stream. */
export const Revisions = z.record(z.string(), z.number());

/** Updates that were committed just before a read of the database need this time to reach the viewers. */
const deliveryMs = 75;
const timeoutMs = 120_000;

export async function startViewerProcess(environment: Environment, count: number) {
  const { url, wardUUIDs, session, database } = environment;
  const main = join(import.meta.dirname, 'viewer-process-main.ts');
  const child = fork(main, [url, await session.accessToken(), String(count), ...wardUUIDs]);

  /** The number of viewers that are live and show at least the revisions of the database. */
  async function countCorrect(): Promise<number> {
    const expected = await readExpectedState(database);
    await pause(deliveryMs);
    const answer = once(child, 'message', { signal: AbortSignal.timeout(timeoutMs) });
    child.send(Object.fromEntries([...expected].map(([uuid, { revision }]) => [uuid, revision])));
    return z.tuple([z.number()], z.unknown()).parse(await answer)[0];
  }

  return {
    /** Milliseconds until all viewers are live and show what the database holds; undefined after the timeout. */
    untilCorrect: () => waitFor(async () => (await countCorrect()) === count, timeoutMs),
    close: () => void child.kill('SIGKILL'),
  };
}
