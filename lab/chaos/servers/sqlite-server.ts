import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createAppProcess } from '../../../scripts/cluster/app-process.ts';
import { freePort } from '../../../scripts/services/ports.ts';
import { supervise } from '../../../scripts/services/supervisor.ts';
import { openSqliteDatabase } from '../../../src/server/database/sqlite/database-sqlite.ts';
import { localServices, type StartServers } from './servers.ts';

/** Starts one server process on SQLite. */
export const startSqliteServer: StartServers = async (folder, releaseLink, firstSettings) => {
  const dataFolder = join(folder, 'data');
  await mkdir(dataFolder, { recursive: true });
  const database = await openSqliteDatabase({ file: join(dataFolder, 'room-status.sqlite'), isShared: true });
  await database.migrate();
  const service = createAppProcess({
    name: 'server',
    port: await freePort(),
    logFile: join(folder, 'server.log'),
    args: ['--no-demo'],
    settings: { DATA_DIR: dataFolder, ...localServices, ...firstSettings },
    root: releaseLink,
  });
  await service.start();
  const app = supervise(service);
  return { url: `http://localhost:${service.port}`, apps: [app], processes: [app], networkPaths: [], database };
};
