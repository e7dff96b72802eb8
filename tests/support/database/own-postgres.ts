/** A PostgreSQL for one test file: it may be stopped, filled or looked into as nobody else's. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureServices } from '../../../scripts/services/ensure-services.mjs';
import { type PostgresService, startPostgres } from '../../../scripts/services/postgres.ts';

export interface OwnPostgres extends PostgresService {
  /** For files of the test; gone with it. */
  readonly folder: string;
  /** With all that it has kept. */
  close(): Promise<void>;
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  await ensureServices(['postgres']);
  const folder = await mkdtemp(join(tmpdir(), 'room-status-postgres-'));
  // PostgreSQL does not run as root, and whoever runs it has to pass through.
  await chmod(folder, 0o755);
  const postgres = await startPostgres({ folder: join(folder, 'postgres') });
  return {
    ...postgres,
    folder,
    close: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
