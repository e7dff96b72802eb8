/** One server process on its embedded database. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteDatabase } from '../../../src/server/database/sqlite/database-sqlite.ts';
import { createAppProcess } from '../../../scripts/cluster/app-process.ts';
import { freePort } from '../../../scripts/services/ports.ts';
import { clockSettings } from './clock.ts';
import { seedHome } from '../actors/home.ts';
import { mountSmallDisk } from './small-disk.ts';
import type { Infrastructure, Requirement } from './environment.ts';
import { supervise } from './supervisor.ts';

const smallDiskMegabytes = 24;

export async function startSqliteInfrastructure(need?: Requirement): Promise<Infrastructure> {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-chaos-'));
  const dataFolder = join(folder, 'data');
  await mkdir(dataFolder);
  const unmount = need === 'small-disk' ? await mountSmallDisk(dataFolder, smallDiskMegabytes) : undefined;
  const file = join(dataFolder, 'room-status.sqlite');
  const beforehand = await openSqliteDatabase({ file });
  await beforehand.migrate();
  const home = await seedHome(beforehand, Date.now());
  await beforehand.close();

  const clockFile = join(folder, 'clock');
  await writeFile(clockFile, '+0');
  const port = await freePort();
  const create = (root?: string) =>
    createAppProcess({
      name: 'server',
      port,
      logFile: join(folder, 'server.log'),
      args: ['--no-demo'],
      settings: { DATA_DIR: dataFolder, ...(need === 'own-clock' && clockSettings(clockFile)) },
      ...(root !== undefined && { root }),
    });
  const service = create();
  await service.start();
  const app = supervise(service);
  const database = await openSqliteDatabase({ file, isShared: true });
  return {
    kind: 'sqlite',
    url: `http://localhost:${port}`,
    folder,
    apps: [app],
    otherBuild: (_index, root) => create(root),
    postgres: undefined,
    nats: undefined,
    front: undefined,
    networkPaths: [],
    database,
    home,
    certificateFile: undefined,
    smallDisk: need === 'small-disk' ? dataFolder : undefined,
    clockFile: need === 'own-clock' ? clockFile : undefined,
    close: async () => {
      await app.close();
      await database.close();
      unmount?.();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
