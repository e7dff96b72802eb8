/** One server process on SQLite. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createAppProcess } from '../../../scripts/cluster/app-process.ts';
import { freePort } from '../../../scripts/services/ports.ts';
import { openSqliteDatabase } from '../../../src/server/database/sqlite/database-sqlite.ts';
import { fakeClockSettings } from './fake-clock.ts';
import { seedChaosHome, type ServerOptions, type Servers } from './servers.ts';
import { supervise } from './supervisor.ts';

export async function startSqliteServer({ folder, dataFolder, clockFile }: ServerOptions): Promise<Servers> {
  await mkdir(dataFolder, { recursive: true });
  const file = join(dataFolder, 'room-status.sqlite');
  const seeding = await openSqliteDatabase({ file });
  await seeding.migrate();
  const home = await seedChaosHome(seeding);
  await seeding.close();

  const port = await freePort();
  const createApp = (root?: string) =>
    createAppProcess({
      name: 'server',
      port,
      logFile: join(folder, 'server.log'),
      args: ['--no-demo'],
      settings: { DATA_DIR: dataFolder, ...(clockFile !== undefined && fakeClockSettings(clockFile)) },
      ...(root !== undefined && { root }),
    });
  const service = createApp();
  await service.start();
  const app = supervise(service);
  const database = await openSqliteDatabase({ file, isShared: true });
  return {
    url: `http://localhost:${port}`,
    apps: [app],
    createApp: (_index, root) => createApp(root),
    networkPaths: [],
    database,
    home,
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}
