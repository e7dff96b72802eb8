/** Faults of processes: the server, PostgreSQL or NATS is killed or stopped. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Supervised } from '../../../scripts/services/supervisor.ts';
import { inTurn, present } from '../../shared/present.ts';
import type { Fault } from '../fault.ts';

const stoppedMs = 3_000;

export const processFaults: readonly Fault[] = [
  {
    name: 'kill-server',
    title: 'kill -9 of a server process',
    rounds: 20,
    isInShortForm: true,
    inject: ({ apps }, round) => killAll([inTurn(apps, round)]),
  },
  {
    name: 'kill-all-servers',
    title: 'kill -9 of all server processes at once',
    onlyIn: 'cluster',
    rounds: 5,
    inject: ({ apps }) => killAll(apps),
  },
  {
    name: 'stop-postgres',
    title: 'PostgreSQL stopped and started',
    onlyIn: 'cluster',
    inject: ({ postgres }) => stopAndStart(present(postgres)),
  },
  {
    name: 'kill-postgres',
    title: 'kill -9 of PostgreSQL',
    onlyIn: 'cluster',
    isInShortForm: true,
    inject: ({ postgres }) => killAll([present(postgres)]),
  },
  {
    name: 'stop-nats',
    title: 'NATS stopped and started',
    onlyIn: 'cluster',
    isInShortForm: true,
    inject: ({ nats }) => stopAndStart(present(nats)),
  },
];

/** Kills the processes, which the supervisor starts again. Resolves when all processes are healthy. */
export async function killAll(processes: readonly Supervised[]): Promise<void> {
  await Promise.all(processes.map((one) => one.kill()));
  await Promise.all(processes.map((one) => one.untilUp()));
}

async function stopAndStart(service: Supervised): Promise<void> {
  await service.stop();
  await pause(stoppedMs);
  await service.start();
}
