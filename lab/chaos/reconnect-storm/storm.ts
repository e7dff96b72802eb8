/** Starts the process of the many viewers, and asks it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Environment } from '../environments/environment.ts';
import { readExpectedState } from '../expected-state.ts';
import { type Ask, Told } from './messages.ts';

export interface Storm {
  /** Resolves when all of them are connected and show what the database holds. */
  right(): Promise<void>;
  close(): void;
}

const lookEveryMs = 100;

export async function startStorm(environment: Environment, count: number): Promise<Storm> {
  const { url, home, session, database, certificateFile } = environment;
  const child = fork(join(import.meta.dirname, 'storm-process.ts'), {
    env: { ...process.env, ...(certificateFile !== undefined && { NODE_EXTRA_CA_CERTS: certificateFile }) },
  });
  const say = (ask: Ask) => child.send(ask);
  say({ kind: 'open', url, wards: home.wards.map(({ uuid }) => uuid), token: await session.accessToken(), count });
  return {
    right: async () => {
      for (;;) {
        const states = await readExpectedState(database);
        const revisions = Object.fromEntries([...states].map(([uuid, { revision }]) => [uuid, revision]));
        await pause(lookEveryMs);
        const answer = once(child, 'message');
        say({ kind: 'count', revisions });
        const [message]: readonly unknown[] = z.array(z.unknown()).parse(await answer);
        if (Told.parse(message).right === count) return;
      }
    },
    close: () => void child.kill('SIGKILL'),
  };
}
