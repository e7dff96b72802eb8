/** Starts a PostgreSQL for one test file, so that its tests may stop or fill this PostgreSQL. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureServices } from '../../../scripts/services/ensure-services.mjs';
import { startPostgres } from '../../../scripts/services/postgres.ts';

export type OwnPostgres = Awaited<ReturnType<typeof startOwnPostgres>>;

/** @param settingsFor returns settings of postgresql.conf, as `name=value`, for the folder of PostgreSQL, which belongs to its user */
export async function startOwnPostgres(settingsFor: (folder: string) => readonly string[] = () => []) {
  await ensureServices(['postgres']);
  const folder = await mkdtemp(join(tmpdir(), 'room-status-postgres-'));
  // PostgreSQL runs as another operating-system user, who must be able to enter this folder.
  await chmod(folder, 0o755);
  const ownFolder = join(folder, 'postgres');
  const postgres = await startPostgres({ folder: ownFolder, settings: settingsFor(ownFolder) });
  return {
    ...postgres,
    /** A folder for files of the test. `close` deletes the folder. */
    folder,
    close: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
