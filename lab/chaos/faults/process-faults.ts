/** Faults of processes: the server, PostgreSQL or NATS is killed, stopped or replaced by a new version. */
import { cp, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Supervised } from '../../../scripts/services/supervisor.ts';
import { inTurn, present } from '../../shared/present.ts';
import { projectRoot } from '../environment.ts';
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
  {
    name: 'rolling-restart',
    title: 'rolling restart to a new version',
    isInShortForm: true,
    maxDisconnectedMs: 5_000,
    inject: async ({ apps, folder, releaseLink }, round) => {
      const version = `9.0.${round}`;
      const release = join(folder, `release-${version}`);
      await copyProject(release, version);
      await rm(releaseLink);
      await symlink(release, releaseLink);
      for (const app of apps) {
        await app.stop();
        await app.start();
        await app.untilUp();
      }
      for (const { service } of apps) {
        const health = await (await fetch(`http://127.0.0.1:${service.port}/health`)).text();
        if (!health.includes(version)) return { problem: `${service.name} runs another version: ${health}` };
      }
      return {};
    },
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

/** Copies the built project with another version number, as a new release would have. */
async function copyProject(folder: string, version: string): Promise<void> {
  await cp(join(projectRoot, 'dist/server'), join(folder, 'dist/server'), { recursive: true });
  for (const name of ['node_modules', 'dist/web']) await symlink(join(projectRoot, name), join(folder, name));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', version }));
}
