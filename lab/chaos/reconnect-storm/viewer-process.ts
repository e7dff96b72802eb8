/** Thousands of viewers in a process of their own, so that their processor time is not the harness's. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Environment } from '../environments/environment.ts';
import { readExpectedState } from '../expected-state.ts';

/** Messages to the process: open viewers, or count those that show at least these revisions (by uuid of the stream). */
export const Request = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('open'),
    url: z.string(),
    wards: z.array(z.string()),
    token: z.string(),
    count: z.number(),
  }),
  z.object({ kind: z.literal('count'), revisions: z.record(z.string(), z.number()) }),
]);
type Request = z.infer<typeof Request>;

export interface ViewerProcess {
  /** Resolves when all viewers are connected and show what the database holds. */
  untilCorrect(): Promise<void>;
  close(): void;
}

const pollIntervalMs = 100;

export async function startViewerProcess(environment: Environment, count: number): Promise<ViewerProcess> {
  const { url, wardUUIDs, session, database, certificateFile } = environment;
  const child = fork(join(import.meta.dirname, 'viewer-process-main.ts'), {
    env: { ...process.env, ...(certificateFile !== undefined && { NODE_EXTRA_CA_CERTS: certificateFile }) },
  });
  const send = (request: Request) => child.send(request);
  send({ kind: 'open', url, wards: [...wardUUIDs], token: await session.accessToken(), count });
  return {
    untilCorrect: async () => {
      for (;;) {
        const expected = await readExpectedState(database);
        const revisions = Object.fromEntries([...expected].map(([uuid, { revision }]) => [uuid, revision]));
        await pause(pollIntervalMs);
        const answer = once(child, 'message');
        send({ kind: 'count', revisions });
        if (z.tuple([z.number()], z.unknown()).parse(await answer)[0] === count) return;
      }
    },
    close: () => void child.kill('SIGKILL'),
  };
}
