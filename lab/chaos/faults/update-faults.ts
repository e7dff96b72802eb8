/** Updates of the servers, one after another, to another version of the product. */
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { readSchemaVersion } from '../../../src/server/database/migrations/migrate.ts';
import type { Environment } from '../environment.ts';
import type { Fault, FaultOutcome } from '../fault.ts';
import { addMigration, copyProject, projectRoot } from '../versions.ts';

export const updateFaults: readonly Fault[] = [
  {
    name: 'rolling-restart',
    title: 'rolling restart to a new version',
    isInShortForm: true,
    maxDisconnectedMs: 5_000,
    inject: async (environment, round) => {
      const version = `9.0.${round}`;
      const release = join(environment.folder, `release-${version}`);
      await copyProject(release, version);
      await updateServers(environment, release);
      for (const { service } of environment.apps) {
        const health = await (await fetch(`http://127.0.0.1:${service.port}/health`)).text();
        if (!health.includes(version)) return { problem: `${service.name} runs another version: ${health}` };
      }
      return {};
    },
  },
  {
    name: 'update-with-migration',
    title: 'rolling update that adds a column to every table',
    onlyIn: 'cluster',
    rounds: 1,
    maxDisconnectedMs: 3_000,
    inject: async (environment) => {
      const release = join(environment.folder, 'release-next');
      await copyProject(release, '9.1.0');
      await addMigration(release);
      return migrateUnderLoad(environment, release);
    },
  },
  {
    name: 'update-from-older',
    title: 'rolling update from the commit before the newest migration',
    onlyIn: 'cluster',
    variant: 'older-version',
    rounds: 1,
    maxDisconnectedMs: 3_000,
    inject: (environment) => migrateUnderLoad(environment, projectRoot),
  },
];

/** Updates the servers to a release with a newer schema. A call that a device had to repeat is a problem. */
async function migrateUnderLoad(environment: Environment, release: string): Promise<FaultOutcome> {
  const { database, reporter } = environment;
  const [from, retries] = [await readSchemaVersion(database), reporter.failedPosts()];
  await updateServers(environment, release);
  const to = await readSchemaVersion(database);
  if (to <= from) return { problem: `the schema was version ${from} and is version ${to}` };
  const failed = reporter.failedPosts() - retries;
  return failed === 0 ? {} : { problem: `${failed} calls with reports failed` };
}

/** Replaces the release of the servers, and restarts one after another. */
async function updateServers({ apps, releaseLink }: Environment, release: string): Promise<void> {
  await rm(releaseLink);
  await symlink(release, releaseLink);
  for (const app of apps) {
    await app.stop();
    await app.start();
    await app.untilUp();
  }
}
