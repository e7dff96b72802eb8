/** What the server processes stand on goes away and comes back. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Stage } from '../set-ups/stage.ts';
import { present, type Said, type Violence } from './violence.ts';

const awayMs = 3_000;

async function stopAndStart(service: Stage['postgres']): Promise<Said> {
  const it = present(service);
  await it.stop();
  await pause(awayMs);
  await it.start();
  return {};
}

export const stoppedPostgres: Violence = {
  name: 'stop-postgres',
  title: 'PostgreSQL stopped and started',
  setUps: ['cluster'],
  rounds: 3,
  round: ({ postgres }) => stopAndStart(postgres),
};

export const killedPostgres: Violence = {
  name: 'kill-postgres',
  title: 'kill -9 of PostgreSQL',
  setUps: ['cluster'],
  rounds: 3,
  isInShortForm: true,
  round: async ({ postgres }) => {
    await present(postgres).kill();
    await present(postgres).back();
    return {};
  },
};

export const stoppedNats: Violence = {
  name: 'stop-nats',
  title: 'NATS stopped and started',
  setUps: ['cluster'],
  rounds: 3,
  isInShortForm: true,
  round: ({ nats }) => stopAndStart(nats),
};
