/** What the server processes stand on goes away and comes back. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Environment } from '../environments/environment.ts';
import { present, type Said, type Fault } from './fault.ts';

const awayMs = 3_000;

async function stopAndStart(service: Environment['postgres']): Promise<Said> {
  const it = present(service);
  await it.stop();
  await pause(awayMs);
  await it.start();
  return {};
}

export const stoppedPostgres: Fault = {
  name: 'stop-postgres',
  title: 'PostgreSQL stopped and started',
  environments: ['cluster'],
  rounds: 3,
  round: ({ postgres }) => stopAndStart(postgres),
};

export const killedPostgres: Fault = {
  name: 'kill-postgres',
  title: 'kill -9 of PostgreSQL',
  environments: ['cluster'],
  rounds: 3,
  isInShortForm: true,
  round: async ({ postgres }) => {
    await present(postgres).kill();
    await present(postgres).back();
    return {};
  },
};

export const stoppedNats: Fault = {
  name: 'stop-nats',
  title: 'NATS stopped and started',
  environments: ['cluster'],
  rounds: 3,
  isInShortForm: true,
  round: ({ nats }) => stopAndStart(nats),
};
