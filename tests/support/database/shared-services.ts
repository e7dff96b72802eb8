/** Global setup of the project `postgres`. Starts one PostgreSQL for all tests, and one NATS per worker. */
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
    /** One NATS per worker, because tests use the same wards and must not receive messages of other tests. */
    readonly natsUrls: readonly string[];
  }
}

/** Faster settings that can lose data in a crash. Another test proves that commits of the product are durable. */
const fastSettings = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=200'];

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureServices(['postgres', 'nats']);
  const folder = await mkdtemp(join(tmpdir(), 'room-status-shared-'));
  // PostgreSQL runs as another operating-system user, who must be able to enter this folder.
  await chmod(folder, 0o755);
  const startNatsOf = async (worker: number) => {
    const ownFolder = join(folder, `nats-${worker}`);
    await mkdir(ownFolder);
    return startNats({ folder: ownFolder });
  };
  const [postgres, nats] = await Promise.all([
    startPostgres({ folder: join(folder, 'postgres'), settings: fastSettings }),
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
