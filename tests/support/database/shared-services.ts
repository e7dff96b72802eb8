/** A PostgreSQL and a NATS of our own for each worker, for as long as the tests on them run. */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureServices } from '../../../scripts/services/ensure-services.mjs';
import { startNats } from '../../../scripts/services/nats.ts';
import { startPostgres } from '../../../scripts/services/postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly databaseUrl: string;
    /** Tests have the same wards: those that run side by side must not hear each other. */
    readonly natsUrls: readonly string[];
  }
}

/** These data may be lost: that a commit is durable is shown elsewhere. */
const quick = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=200'];

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureServices(['postgres', 'nats']);
  const folder = await mkdtemp(join(tmpdir(), 'room-status-shared-'));
  // PostgreSQL runs as a user of its own, and has to pass through.
  await chmod(folder, 0o755);
  const startNatsOf = async (worker: number) => {
    const ownFolder = join(folder, `nats-${worker}`);
    await mkdir(ownFolder);
    return startNats({ folder: ownFolder });
  };
  const [postgres, nats] = await Promise.all([
    startPostgres({ folder: join(folder, 'postgres'), settings: quick }),
    Promise.all(Array.from({ length: project.vitest.config.maxWorkers }, (_none, worker) => startNatsOf(worker))),
  ]);
  project.provide('databaseUrl', postgres.url());
  project.provide(
    'natsUrls',
    nats.map(({ url }) => url),
  );
  return async () => {
    await Promise.all([postgres, ...nats].map((service) => service.stop()));
    await rm(folder, { recursive: true, force: true });
  };
}
