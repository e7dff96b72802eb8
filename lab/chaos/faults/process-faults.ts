/** Server processes, PostgreSQL and NATS are killed or stopped. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Supervised } from '../environments/supervisor.ts';
import { type Fault, type FaultOutcome, inTurn, present } from './fault.ts';

const stoppedMs = 3_000;

export const processFaults: readonly Fault[] = [
  {
    name: 'kill-server',
    title: 'kill -9 of a server process',
    environments: ['sqlite', 'cluster'],
    rounds: 20,
    isInShortForm: true,
    inject: ({ apps }, round) => killAll([inTurn(apps, round)]),
  },
  {
    name: 'kill-all-servers',
    title: 'kill -9 of all server processes at once',
    environments: ['cluster'],
    rounds: 5,
    inject: ({ apps }) => killAll(apps),
  },
  {
    name: 'stop-postgres',
    title: 'PostgreSQL stopped and started',
    environments: ['cluster'],
    rounds: 3,
    inject: ({ postgres }) => stopAndStart(present(postgres)),
  },
  {
    name: 'kill-postgres',
    title: 'kill -9 of PostgreSQL',
    environments: ['cluster'],
    rounds: 3,
    isInShortForm: true,
    inject: ({ postgres }) => killAll([present(postgres)]),
  },
  {
    name: 'stop-nats',
    title: 'NATS stopped and started',
    environments: ['cluster'],
    rounds: 3,
    isInShortForm: true,
    inject: ({ nats }) => stopAndStart(present(nats)),
  },
];

/** The supervisor starts them again; resolves when all are healthy. */
export async function killAll(processes: readonly Supervised[]): Promise<FaultOutcome> {
  await Promise.all(processes.map((one) => one.kill()));
  await Promise.all(processes.map((one) => one.untilUp()));
  return {};
}

async function stopAndStart(service: Supervised): Promise<FaultOutcome> {
  await service.stop();
  await pause(stoppedMs);
  await service.start();
  return {};
}
